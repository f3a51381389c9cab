import type { z } from 'zod';
import type { Index } from './define.ts';
import { list, listIndexes, type member } from './lists.ts';
import { message, messageIndexes, presence, presenceIndexes, room, roomIndexes } from './rooms.ts';
import { todo, todoIndexes } from './todos.ts';

/** The shape of each collection's documents. */
export const documents = { lists: list, todos: todo, rooms: room, messages: message, presence } as const;

export type CollectionName = keyof typeof documents;
export type DocumentOf<Name extends CollectionName> = z.output<(typeof documents)[Name]>;
export type Member = z.output<typeof member>;
export type List = DocumentOf<'lists'>;
export type Todo = DocumentOf<'todos'>;
export type Room = DocumentOf<'rooms'>;
export type Message = DocumentOf<'messages'>;
export type Presence = DocumentOf<'presence'>;

export const collectionNames = Object.keys(documents) as CollectionName[];

/** One index for each publication's filter and order, and those for lookups and expiry. */
export const indexes: Record<CollectionName, Index[]> = {
  lists: listIndexes,
  todos: todoIndexes,
  rooms: roomIndexes,
  messages: messageIndexes,
  presence: presenceIndexes,
};
