import { z } from 'zod';
import { usernamePattern } from './account-names.ts';
import { limits } from './limits.ts';

/** Made by the client that writes, so that an optimistic row keeps its id. */
export const id = z
  .string()
  .min(1)
  .max(limits.idLength)
  .regex(/^[A-Za-z0-9_-]+$/, 'may hold letters, digits, - and _ only');

/** A character that a reader can see: not a control, a format, a space, or one that fonts are told to ignore. */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Half of a surrogate pair: of whole ones a pattern with this flag sees the character. */
const halfPair = /\p{Cs}/u;

/**
 * Text is kept as it is, but for spaces at its ends, or refused. Half of a surrogate pair can't be kept: MongoDB would
 * store U+FFFD in its place. zod's own `max` counts code points; ours counts as browsers do, where an emoji is two.
 */
const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((value) => !halfPair.test(value), 'may not hold half of a surrogate pair')
    .refine((value) => visible.test(value), 'must hold a character that can be seen')
    .refine((value) => value.length <= longest, `may have ${longest} characters at most`);

/** A name of a list or a room. */
export const name = text(limits.nameLength);
/** Characters that turn the direction of those behind them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;
/** It stands where an account's name may stand, so that it mustn't be shown in another order than it is read. */
export const nickname = text(limits.nicknameLength).refine(
  (value) => !turning.test(value),
  'may not hold characters that turn its direction',
);
export const todoText = text(limits.todoTextLength);
export const messageText = text(limits.messageTextLength);

/** What an account is called. */
export const username = z
  .string()
  .min(limits.username.least)
  .max(limits.username.most)
  .regex(usernamePattern, 'may hold letters from A to Z, digits, . _ and - only');

/** Somebody who may see a private list; the name beside the id is there to be shown. */
export const member = z.strictObject({ _id: id, username });

/** The shape of each collection's documents. `createdAt` is set by the server. */
export const documents = {
  /**
   * A public list has no `owner` and no `members`. A private one has both, and its owner is the first of its members:
   * so that one index finds what is somebody's.
   */
  lists: z.strictObject({
    _id: id,
    name,
    createdAt: z.date(),
    owner: id.optional(),
    members: z.array(member).optional(),
  }),
  todos: z.strictObject({ _id: id, listId: id, text: todoText, done: z.boolean(), createdAt: z.date() }),
  rooms: z.strictObject({ _id: id, name, createdAt: z.date() }),
  /** `userId` is there if somebody wrote it who was logged in; `nickname` is the account's name then. */
  messages: z.strictObject({
    _id: id,
    roomId: id,
    nickname,
    text: messageText,
    createdAt: z.date(),
    userId: id.optional(),
  }),
  /** Somebody in a room. Whoever's `expiresAt` has passed is gone, though MongoDB may still hold them. */
  presence: z.strictObject({ _id: id, roomId: id, nickname, expiresAt: z.date() }),
} as const;

export type CollectionName = keyof typeof documents;
export type DocumentOf<Name extends CollectionName> = z.output<(typeof documents)[Name]>;
export type Member = z.output<typeof member>;
export type List = DocumentOf<'lists'>;
export type Todo = DocumentOf<'todos'>;
export type Room = DocumentOf<'rooms'>;
export type Message = DocumentOf<'messages'>;
export type Presence = DocumentOf<'presence'>;

export const collectionNames = Object.keys(documents) as CollectionName[];

/** An index that a server makes when it starts. */
export interface Index {
  keys: Record<string, 1 | -1>;
  /** MongoDB removes a document so many seconds after the date in the index's field; it looks once a minute. */
  expireAfterSeconds?: number;
  /** Documents without the index's fields aren't in it. */
  sparse?: boolean;
  unique?: boolean;
  collation?: { locale: string; strength: number };
  name?: string;
}

/**
 * One for each publication's filter and order, one that ends the presence of those whose server crashed, and one that
 * finds the messages of an account that is deleted.
 */
export const indexes: Record<CollectionName, Index[]> = {
  lists: [{ keys: { owner: 1, createdAt: 1, _id: 1 } }, { keys: { 'members._id': 1, createdAt: 1, _id: 1 } }],
  todos: [{ keys: { listId: 1, createdAt: 1, _id: 1 } }],
  rooms: [{ keys: { createdAt: 1, _id: 1 } }],
  messages: [{ keys: { roomId: 1, createdAt: -1, _id: -1 } }, { keys: { userId: 1 }, sparse: true }],
  presence: [{ keys: { roomId: 1, nickname: 1, _id: 1 } }, { keys: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};
