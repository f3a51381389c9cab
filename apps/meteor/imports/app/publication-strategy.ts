import { collectionNames } from '@meteor-vs-mean/contract';
import { DDPServer } from 'meteor/ddp-server';
import { Meteor } from 'meteor/meteor';

/**
 * Whether the server keeps a copy of each client's documents. Meteor's default does (SERVER_MERGE); the setting
 * `publicationStrategy` selects another strategy, such as NO_MERGE. Without that copy Meteor can't remove a client's
 * documents when its publications run again for another account, so a client has to log in before it subscribes, and to
 * reconnect after it has logged out.
 * @throws if the setting is not a strategy of this Meteor
 */
export function choosePublicationStrategy(): void {
  const name: string | undefined = Meteor.settings.publicationStrategy;
  if (name === undefined) return;
  const { publicationStrategies } = DDPServer;
  if (!Object.hasOwn(publicationStrategies, name)) {
    const known = Object.keys(publicationStrategies).join(', ');
    throw new Error(`Setting publicationStrategy: "${name}" is unknown; the strategies are ${known}`);
  }
  for (const collection of collectionNames) {
    Meteor.server.setPublicationStrategy(collection, publicationStrategies[name]);
  }
}
