import type { Limit, Rule } from './define.ts';
import type { List } from './documents.ts';

type Fields = Record<string, unknown>;

/**
 * The result of an access read: the list's fields that decide access, and the number of documents that the limit
 * counts.
 */
export type Access = Pick<List, '_id' | 'owner' | 'members'> & { counted?: { count: number }[] };

/**
 * One read that checks both a rule and a limit, because inserts are the most frequent writes.
 * @param limit of the method, if it has one
 * @returns the document that the rule names, and an aggregation of its collection that returns at most one `Access`
 */
export function accessRead(
  rule: Exclude<Rule, { for: 'everybody' }>,
  limit: Limit | undefined,
  input: Fields,
): { what: 'list' | 'todo'; _id: string; collection: 'lists' | 'todos'; pipeline: Fields[] } {
  const isTodo = 'todo' in rule;
  const _id = input[isTodo ? rule.todo : rule.list] as string;
  const pipeline = [
    { $match: { _id } },
    ...(isTodo ? listOfTodo : []),
    ...(limit ? [countIn(limit, input)] : []),
    { $project: { owner: 1, members: 1, counted: 1 } },
  ];
  return isTodo
    ? { what: 'todo', _id, collection: 'todos', pipeline }
    : { what: 'list', _id, collection: 'lists', pipeline };
}

/** The documents that the limit counts, except the input's own: a repeated insert counts once. */
export function othersOf({ filter }: Limit, { _id }: Fields): Fields {
  return { ...filter, _id: { $ne: _id } };
}

const listOfTodo = [
  { $lookup: { from: 'lists', localField: 'listId', foreignField: '_id', as: 'list' } },
  { $unwind: '$list' },
  { $replaceWith: '$list' },
];

function countIn(limit: Limit, input: Fields): Fields {
  const pipeline = [{ $match: othersOf(limit, input) }, { $limit: limit.most }, { $count: 'count' }];
  return { $lookup: { from: limit.in, pipeline, as: 'counted' } };
}
