import { z } from 'zod';
import { type CollectionName, id } from './documents.ts';
import { ContractError, parse } from './errors.ts';
import { limits } from './limits.ts';

/** Ascending or descending, by field, in order of weight. */
export type Sort = Record<string, 1 | -1>;

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

const oldestFirst: Sort = { createdAt: 1, _id: 1 };
const newestFirst: Sort = { createdAt: -1, _id: -1 };

/** Each takes one object of parameters. A list or room that doesn't exist is an empty one. */
export const publications = {
  'lists.all': publication(z.strictObject({}), () => ({
    collection: 'lists',
    filter: {},
    sort: oldestFirst,
  })),
  'todos.byList': publication(z.strictObject({ listId: id }), ({ listId }) => ({
    collection: 'todos',
    filter: { listId },
    sort: oldestFirst,
  })),
  'rooms.all': publication(z.strictObject({}), () => ({
    collection: 'rooms',
    filter: {},
    sort: oldestFirst,
  })),
  /** The newest `limit` messages of a room, newest first. */
  'messages.byRoom': publication(
    z.strictObject({ roomId: id, limit: z.int().min(1).max(limits.window) }),
    ({ roomId, limit }) => ({ collection: 'messages', filter: { roomId }, sort: newestFirst, limit }),
  ),
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
