import { z } from 'zod';
import { everybody, type Index, method, publication } from './define.ts';
import { done, id, messageText, name, nickname } from './fields.ts';
import { limits } from './limits.ts';
import { orders } from './orders.ts';

/** Nobody owns a room. The server sets `createdAt`. */
export const room = z.strictObject({ _id: id, name, createdAt: z.date() });

/** `userId` is set if the author was logged in; `nickname` is then the account's name at that time. */
export const message = z.strictObject({
  _id: id,
  roomId: id,
  nickname,
  text: messageText,
  createdAt: z.date(),
  userId: id.optional(),
});

/** A person in a room. After `expiresAt` the person is gone, even if MongoDB still has the document. */
export const presence = z.strictObject({ _id: id, roomId: id, nickname, expiresAt: z.date() });

export const roomIndexes: Index[] = [{ keys: { createdAt: 1, _id: 1 } }];
/** The second finds the messages of a deleted account. */
export const messageIndexes: Index[] = [
  { keys: { roomId: 1, createdAt: -1, _id: -1 } },
  { keys: { userId: 1 }, sparse: true },
];
/** The second expires the presences of crashed servers. */
export const presenceIndexes: Index[] = [
  { keys: { roomId: 1, nickname: 1, _id: 1 } },
  { keys: { expiresAt: 1 }, expireAfterSeconds: 0 },
];

/** How many of the newest messages a subscription or a page holds. */
const window = z.int().min(1).max(limits.window);

export const roomMethods = {
  'rooms.insert': method({
    input: z.strictObject({ _id: id, name }),
    result: id,
    errors: ['duplicate-id', 'limit-reached'],
    may: everybody,
    atMost: () => ({ in: 'rooms', filter: {}, most: limits.rooms, what: 'rooms' }),
  }),
  /** Also removes its messages and presences. */
  'rooms.remove': method({
    input: z.strictObject({ _id: id }),
    result: done,
    errors: ['not-found'],
    may: everybody,
  }),

  /** If the caller is logged in, the server replaces the nickname with the account's name. */
  'messages.send': method({
    input: z.strictObject({ _id: id, roomId: id, nickname, text: messageText }),
    result: id,
    errors: ['not-found', 'duplicate-id', 'name-taken'],
    may: everybody,
  }),
  /** A page of messages older than the named one, newest first. */
  'messages.before': method({
    input: z.strictObject({ roomId: id, createdAt: z.date(), _id: id, limit: window }),
    result: z.array(message),
    errors: [],
    may: everybody,
  }),

  /**
   * Puts a person in a room until `presence.leave`, or until the calling connection ends. Calling it again with the
   * same id changes room or nickname. Each connection makes its own ids: another connection's id returns `not-owner`.
   */
  'presence.enter': method({
    input: z.strictObject({ _id: id, roomId: id, nickname }),
    result: done,
    errors: ['not-found', 'not-owner', 'limit-reached', 'name-taken'],
    may: everybody,
    atMost: ({ roomId }) => ({
      in: 'presence',
      filter: { roomId, expiresAt: { $gt: new Date() } },
      most: limits.presencePerRoom,
      what: 'people in a room',
    }),
  }),
  /** Leaving with an unknown id does nothing. */
  'presence.leave': method({
    input: z.strictObject({ _id: id }),
    result: done,
    errors: ['not-owner'],
    may: everybody,
  }),
} as const;

export const roomPublications = {
  'rooms.all': publication({
    params: z.strictObject({}),
    may: everybody,
    query: () => ({ collection: 'rooms', filter: {}, sort: orders.rooms }),
  }),
  /** The newest `limit` messages of a room, newest first. */
  'messages.byRoom': publication({
    params: z.strictObject({ roomId: id, limit: window }),
    may: everybody,
    query: ({ roomId, limit }) => ({
      collection: 'messages',
      filter: { roomId },
      sort: orders.messages,
      limit,
    }),
  }),
  /** The people in a room, by nickname. */
  'presence.byRoom': publication({
    params: z.strictObject({ roomId: id }),
    may: everybody,
    query: ({ roomId }) => ({ collection: 'presence', filter: { roomId }, sort: orders.presence }),
  }),
} as const;
