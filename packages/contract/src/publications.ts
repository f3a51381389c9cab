import { z } from 'zod';
import { type CollectionName, id } from './documents.ts';
import { ContractError, parse } from './errors.ts';
import { limits } from './limits.ts';
import { orders, type Sort } from './orders.ts';

/** A live query with its parameters filled in. */
export interface Query {
  collection: CollectionName;
  /** Fields that a document must equal to belong to it. */
  filter: Record<string, string>;
  sort: Sort;
  /** How many documents, counted from the start of the order; absent: all. */
  limit?: number;
}

interface Publication<Params extends z.ZodType> {
  params: Params;
  query(params: z.output<Params>): Query;
}

function publication<Params extends z.ZodType>(
  params: Params,
  query: (params: z.output<Params>) => Query,
): Publication<Params> {
  return { params, query };
}

/** Each takes one object of parameters. A list or room that doesn't exist is an empty one. */
export const publications = {
  'lists.all': publication(z.strictObject({}), () => ({
    collection: 'lists',
    filter: {},
    sort: orders.lists,
  })),
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
 * The query behind a subscription, its parameters validated.
 * @throws ContractError `404` for an unknown name, `validation-error` for bad parameters
 */
export function queryOf(name: string, params: unknown): Query {
  if (!Object.hasOwn(publications, name)) {
    throw new ContractError('404', `Subscription '${name}' not found`);
  }
  const { params: schema, query } = publications[name as PublicationName] as Publication<z.ZodType>;
  return query(parse(schema, params ?? {}, name));
}
