import { z } from 'zod';
import { type CollectionName, id } from './documents.ts';
import { ContractError, parse } from './errors.ts';
import { limits } from './limits.ts';
import { orders, type Sort } from './orders.ts';

/** A live query with its parameters filled in. */
export interface Query {
  collection: CollectionName;
  /**
   * Values by path, with MongoDB's meaning: a document belongs to it if each path has that value, or has it among the
   * values of an array on the way; null is also a path that isn't there.
   */
  filter: Record<string, string | null>;
  sort: Sort;
  /** How many documents, counted from the start of the order; absent: all. */
  limit?: number;
}

interface Publication<Params extends z.ZodType> {
  params: Params;
  /** @returns undefined if somebody like that is shown nothing */
  query(params: z.output<Params>, userId: string | undefined): Query | undefined;
}

function publication<Params extends z.ZodType>(
  params: Params,
  query: Publication<Params>['query'],
): Publication<Params> {
  return { params, query };
}

/**
 * Each takes one object of parameters. A list or room that doesn't exist is an empty one, and so is a list that the
 * subscriber may not see (`access`), for as long as that is so.
 */
export const publications = {
  /** The public lists. */
  'lists.all': publication(z.strictObject({}), () => ({
    collection: 'lists',
    filter: { owner: null },
    sort: orders.lists,
  })),
  /** The private lists of the account, its own and those that others share with it. */
  'lists.mine': publication(z.strictObject({}), (_params, userId) =>
    userId === undefined
      ? undefined
      : { collection: 'lists', filter: { 'members._id': userId }, sort: orders.lists },
  ),
  'todos.byList': publication(z.strictObject({ listId: id }), ({ listId }) => ({
    collection: 'todos',
    filter: { listId },
    sort: orders.todos,
  })),
  'rooms.all': publication(z.strictObject({}), () => ({
    collection: 'rooms',
    filter: {},
    sort: orders.rooms,
  })),
  /** The newest `limit` messages of a room, newest first. */
  'messages.byRoom': publication(
    z.strictObject({ roomId: id, limit: z.int().min(1).max(limits.window) }),
    ({ roomId, limit }) => ({ collection: 'messages', filter: { roomId }, sort: orders.messages, limit }),
  ),
  /** Who is in a room, by nickname. */
  'presence.byRoom': publication(z.strictObject({ roomId: id }), ({ roomId }) => ({
    collection: 'presence',
    filter: { roomId },
    sort: orders.presence,
  })),
} as const;

export type PublicationName = keyof typeof publications;
export type ParamsOf<Name extends PublicationName> = z.input<(typeof publications)[Name]['params']>;

export const publicationNames = Object.keys(publications) as PublicationName[];

/**
 * The query behind a subscription, its parameters validated. Whether the subscriber may see what it finds is for
 * `access` to say.
 * @param userId of the account that subscribes, if it is one
 * @returns undefined if somebody like that is shown nothing
 * @throws ContractError `404` for an unknown name, `validation-error` for bad parameters
 */
export function queryOf(name: string, params: unknown, userId?: string): Query | undefined {
  if (!Object.hasOwn(publications, name)) {
    throw new ContractError('404', `Subscription '${name}' not found`);
  }
  const { params: schema, query } = publications[name as PublicationName] as Publication<z.ZodType>;
  return query(parse(schema, params ?? {}, name), userId);
}
