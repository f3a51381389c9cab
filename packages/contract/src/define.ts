import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Ordered, Sort } from './orders.ts';

/** The role of a caller on a list. Everybody owns a public list: anyone may rename and remove it. */
export type Role = 'owner' | 'member';

/** Who may: everybody; or callers with at least that role on the list that a field names, by its id or by a todo's. */
export type Rule = { for: 'everybody' } | { for: Role; list: string } | { for: Role; todo: string };

export const everybody: Rule = { for: 'everybody' };

/** The documents that a method would add one more to, and the most that there may be. */
export interface Limit {
  in: Exclude<Ordered, 'messages'>;
  /** MongoDB's filter of those that count. */
  filter: Record<string, unknown>;
  most: number;
  /** For people, in the plural. */
  what: string;
}

export interface Method<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  /** One object. */
  input: Input;
  result: Result;
  /** Besides `validation-error` and `too-many-requests`, which any method may answer. */
  errors: readonly ErrorCode[];
  /**
   * To callers without a role on a list it isn't there: methods answer `not-found`. Callers with a lesser role get
   * `not-authorized`.
   */
  may: Rule;
  /**
   * Counted once before the method runs, without the document of the input's own `_id`: an insert that is sent again
   * counts once. The method answers `limit-reached` if so many are there. Inserts in flight may pass the limit.
   * @param userId of the caller's account; undefined for a guest
   * @returns undefined where nothing is limited
   */
  atMost?(input: z.output<Input>, userId: string | undefined): Limit | undefined;
}

export function method<Input extends z.ZodType, Result extends z.ZodType>(
  declared: Method<Input, Result>,
): Method<Input, Result> {
  return declared;
}

/** A live query with its parameters filled in. */
export interface Query {
  collection: Ordered;
  /**
   * Values by path, with MongoDB's meaning: a document belongs to it if each path has that value, or has it among the
   * values of an array on the way; null is also a path that isn't there.
   */
  filter: Record<string, string | null>;
  sort: Sort;
  /** How many documents, counted from the start of the order; absent: all. */
  limit?: number;
}

export interface Publication<Params extends z.ZodType = z.ZodType> {
  params: Params;
  /** A list that the subscriber may not see is an empty one, for as long as that is so. */
  may: Rule;
  /** @returns undefined if such a subscriber is shown nothing */
  query(params: z.output<Params>, userId: string | undefined): Query | undefined;
}

export function publication<Params extends z.ZodType>(declared: Publication<Params>): Publication<Params> {
  return declared;
}

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
