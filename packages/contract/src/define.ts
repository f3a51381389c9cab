import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Ordered, Sort } from './orders.ts';

/** The role of a caller on a list. Everybody owns a public list: anyone may rename or remove it. */
export type Role = 'owner' | 'member';

/** Who may call: everybody, or callers with at least that role on the list that a field names by its id or a todo's. */
export type Rule = { for: 'everybody' } | { for: Role; list: string } | { for: Role; todo: string };

export const everybody: Rule = { for: 'everybody' };

/** A limit: the documents that it counts, and how many there may be. */
export interface Limit {
  in: Exclude<Ordered, 'messages'>;
  /** MongoDB's filter of the documents that count. */
  filter: Record<string, unknown>;
  most: number;
  /** A plural noun for the error message. */
  what: string;
}

export interface Method<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  /** The schema of the single argument. */
  input: Input;
  result: Result;
  /** The codes besides `validation-error` and `too-many-requests`, which any method may return. */
  errors: readonly ErrorCode[];
  /**
   * A method returns `not-found` to callers without a role on a list, as if the list didn't exist, and `not-authorized`
   * to callers with a lesser role.
   */
  may: Rule;
  /**
   * Counted once before the method runs, without the document that has the input's `_id`, so a repeated insert counts
   * once. The method returns `limit-reached` when the count is at the limit. Concurrent inserts may exceed the limit.
   * @param userId of the caller's account; undefined for a guest
   * @returns undefined if there is no limit
   */
  atMost?(input: z.output<Input>, userId: string | undefined): Limit | undefined;
}

export function method<Input extends z.ZodType, Result extends z.ZodType>(
  declared: Method<Input, Result>,
): Method<Input, Result> {
  return declared;
}

/** A live query with its parameters bound. */
export interface Query {
  collection: Ordered;
  /**
   * Values by path, as MongoDB matches them: a document matches if each path has that value, or an array on the path
   * contains it; null also matches a missing path.
   */
  filter: Record<string, string | null>;
  sort: Sort;
  /** How many documents, from the start of the order; absent: all. */
  limit?: number;
}

export interface Publication<Params extends z.ZodType = z.ZodType> {
  params: Params;
  /** While the subscriber may not see a list, the list is published as empty. */
  may: Rule;
  /** @returns undefined if the subscriber gets no documents */
  query(params: z.output<Params>, userId: string | undefined): Query | undefined;
}

export function publication<Params extends z.ZodType>(declared: Publication<Params>): Publication<Params> {
  return declared;
}

/** An index that each server creates when it starts. */
export interface Index {
  keys: Record<string, 1 | -1>;
  /** MongoDB removes a document this many seconds after the date in the index's field; it checks once a minute. */
  expireAfterSeconds?: number;
  /** The index leaves out documents without its fields. */
  sparse?: boolean;
  unique?: boolean;
  collation?: { locale: string; strength: number };
  name?: string;
}
