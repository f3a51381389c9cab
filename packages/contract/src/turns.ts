import type { Index } from './define.ts';

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
  listsSharedWith: (userId: string) => `shared:${userId}`,
  rooms: 'rooms',
  todosOf: (listId: string) => `todos:${listId}`,
  presencesIn: (roomId: string) => `presence:${roomId}`,
} as const;

/** How inserts keep a limit. */
export interface Nearness {
  /** From so many documents on they take turns. */
  near: number;
  /** Below that, so many of them may be under way on one server. */
  sideBySide: number;
  /** One that took longer, from its count to MongoDB's answer, counts once more, and is taken back if it was one too many. */
  slow_ms: number;
}

/**
 * The last fifth of a limit is near. Ten servers with a hundredth under way each fill half of it before they notice. The
 * other half takes those who take turns more than `slow_ms`: a turn is four questions to MongoDB, two of which wait for a
 * majority, so it takes more than 2 ms.
 * @param most how many documents there may be
 */
export function nearness(most: number): Nearness {
  const fifth = Math.ceil(most / 5);
  return { near: most - fifth, sideBySide: Math.max(1, Math.floor(most / 100)), slow_ms: fifth };
}

/** MongoDB ends a turn whose holder has crashed after so many seconds; it looks once a minute. */
export const turn_s = 60;

export const turnIndexes: Index[] = [{ keys: { since: 1 }, expireAfterSeconds: turn_s }];
