import type { Index } from './documents.ts';

/**
 * A limit on how many documents there may be holds for both apps and all their instances together, so near to it their
 * inserts take turns. Whose turn it is, a document of this collection says; nobody subscribes to it.
 */
export const turnsCollection = 'turns';

/** A turn that is taken. It is given back by removing it. */
export interface Turn {
  /** What is counted: one of `bounds`. */
  _id: string;
  /** Who took it: a name that nobody else has. */
  holder: string;
  /** When, by MongoDB's clock. */
  since: Date;
}

/** What is counted, by the names under which inserts take turns. */
export const bounds = {
  publicLists: 'lists',
  listsOf: (userId: string) => `lists:${userId}`,
  rooms: 'rooms',
  todosOf: (listId: string) => `todos:${listId}`,
  presencesIn: (roomId: string) => `presence:${roomId}`,
} as const;

/**
 * How near to a limit inserts take turns, and how many one instance may have under way where they needn't. Ten instances
 * together can't reach the limit from below that distance: each sees at most so many of its own that it hasn't counted.
 * @param most how many documents there may be
 */
export function nearness(most: number): { near: number; sideBySide: number } {
  return { near: most - Math.ceil(most / 5), sideBySide: Math.max(1, Math.floor(most / 50)) };
}

/** MongoDB ends a turn whose holder has crashed after so many seconds; it looks once a minute. */
export const turn_s = 60;

export const turnIndexes: Index[] = [{ keys: { since: 1 }, expireAfterSeconds: turn_s }];
