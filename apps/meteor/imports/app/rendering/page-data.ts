import type { PublicationName } from '@meteor-vs-mean/contract';
import { roleOn } from '@meteor-vs-mean/contract/access';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { Lists } from '/imports/lists/collection';
import { Messages, Presences, Rooms } from '/imports/rooms/collections';
import { liveMessages } from '/imports/rooms/live-messages';
import { Todos } from '/imports/todos/collection';
import { findPublished } from '../find-published';
import { keyOf, type PageData, type Snapshots } from './page';

type Account = PageData['account'];

/** The page would show more documents than a rendered page may. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * The documents of a page for an account, from the same queries as its subscriptions.
 * @throws TooLarge
 */
export async function snapshotsOf(path: string, account: Account): Promise<Snapshots> {
  const [, what, id] = /^\/(?:(lists|rooms)\/([^/]+))?$/.exec(path) ?? [];
  if (path === '/') return snapshotsOfHome(account);
  // An invalid id names nothing that exists.
  if (id === undefined || id === 'new') return {};
  return what === 'lists' ? snapshotsOfList(id, account) : snapshotsOfRoom(id);
}

async function snapshotsOfHome(account: Account): Promise<Snapshots> {
  return Object.assign(
    {},
    ...(await Promise.all([
      snapshot(Lists, 'lists.all'),
      account ? snapshot(Lists, 'lists.mine', undefined, account) : {},
      snapshot(Rooms, 'rooms.all'),
    ])),
  );
}

/** Only the list that the page shows. */
async function snapshotsOfList(listId: string, account: Account): Promise<Snapshots> {
  const list = await Lists.findOneAsync({ _id: listId });
  const isShown = list !== undefined && roleOn(list, account?.userId) !== undefined;
  const isPrivate = list?.owner !== undefined;
  return {
    [keyOf('lists.all')]: isShown && !isPrivate ? [list] : [],
    ...(account ? { [keyOf('lists.mine')]: isShown && isPrivate ? [list] : [] } : {}),
    ...(isShown ? await snapshot(Todos, 'todos.byList', { listId }) : {}),
  };
}

async function snapshotsOfRoom(roomId: string): Promise<Snapshots> {
  const room = await Rooms.findOneAsync({ _id: roomId });
  const isHere = { [keyOf('rooms.all')]: room ? [room] : [] };
  if (!room) return isHere;
  return Object.assign(
    isHere,
    ...(await Promise.all([
      snapshot(Messages, 'messages.byRoom', liveMessages(roomId)),
      snapshot(Presences, 'presence.byRoom', { roomId }),
    ])),
  );
}

async function snapshot<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
  name: PublicationName,
  params?: object,
  account?: Account,
): Promise<Snapshots> {
  const most = limits.renderedDocuments;
  const documents = await findPublished(collection, name, params, account?.userId, most + 1)?.fetchAsync();
  if (documents && documents.length > most) throw new TooLarge();
  return { [keyOf(name, params)]: documents ?? [] };
}

/** The result of a query, or undefined after the rendering's timeout. */
export async function inTime<Value>(value: Promise<Value>): Promise<Value | undefined> {
  let timer: number | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = Meteor.setTimeout(() => resolve(undefined), limits.rendering_ms);
  });
  // Later errors are irrelevant.
  value.catch(() => {});
  try {
    return await Promise.race([value, late]);
  } finally {
    if (timer !== undefined) Meteor.clearTimeout(timer);
  }
}
