import { collectionNames } from '@meteor-vs-mean/contract';
import { DDPServer } from 'meteor/ddp-server';
import { Meteor } from 'meteor/meteor';

/**
 * Whether the server keeps a copy of what each client holds: Meteor's default does (SERVER_MERGE); the setting
 * `publicationStrategy` names another one, such as NO_MERGE. Without that copy Meteor can't tell what a client has to
 * give back when its publications run again for another account: a client has to log in before it subscribes, and to
 * connect anew after it has logged out.
 * @throws if the setting is not a strategy of this Meteor
 */
export function choosePublicationStrategy(): void {
  const name: string | undefined = Meteor.settings.publicationStrategy;
  if (name === undefined) return;
  const { publicationStrategies } = DDPServer;
  if (!Object.hasOwn(publicationStrategies, name)) {
    const known = Object.keys(publicationStrategies).join(', ');
    throw new Error(`Setting publicationStrategy: there is no "${name}"; known are ${known}`);
  }
  for (const collection of collectionNames) {
    Meteor.server.setPublicationStrategy(collection, publicationStrategies[name]);
  }
}
