import { ContractError, type Limit, type List, type Rule, roleOn, suffices } from '@meteor-vs-mean/contract';
import type { Account } from './accounts/sessions.ts';
import type { LiveCollections } from './live/collection.ts';

/** The fields of a list that decide who may see it, and what they may do with it. */
export type Membership = Pick<List, '_id' | 'owner' | 'members'>;

type Fields = Record<string, unknown>;

/** Whether a caller has the role that a rule asks for. @param list that the rule names; nullish if there is none */
export function mayUse(
  list: Pick<List, 'owner' | 'members'> | null | undefined,
  rule: Rule,
  account: Account | undefined,
): boolean {
  if (rule.for === 'everybody') return true;
  const role = list ? roleOn(list, account?.userId) : undefined;
  return role !== undefined && suffices(role, rule.for);
}

/**
 * Reads the list that a rule names, and counts in the same read: inserts are the writes that are measured most.
 * @returns the list, and how many documents the limit counts
 * @throws ContractError `not-found`, also to callers for whom the list isn't there; `not-authorized`
 */
export async function requireAccess(
  { lists, todos }: LiveCollections,
  rule: Exclude<Rule, { for: 'everybody' }>,
  limit: Limit | undefined,
  input: Fields,
  account: Account | undefined,
): Promise<{ list: Membership; counted: number }> {
  const [what, _id] = 'list' in rule ? ['list', input[rule.list]] : ['todo', input[rule.todo]];
  const [list] = await (what === 'list' ? lists : todos)
    .aggregate<Membership & { counted?: { count: number }[] }>([
      { $match: { _id } },
      ...(what === 'todo' ? listOfTodo : []),
      ...(limit ? [countIn(limit, input)] : []),
      { $project: { owner: 1, members: 1, counted: 1 } },
    ])
    .toArray();
  if (!list || !roleOn(list, account?.userId)) throw notFound(what, String(_id));
  if (mayUse(list, rule, account)) return { list, counted: list.counted?.[0]?.count ?? 0 };
  throw new ContractError('not-authorized', `Only its owner may do that with the list '${list._id}'`);
}

/** The documents that a limit counts, without the input's own: an insert that is sent again counts once. */
export function othersOf({ filter }: Limit, { _id }: Fields): Fields {
  return { ...filter, _id: { $ne: _id } };
}

export function notFound(what: string, _id: string): ContractError {
  return new ContractError('not-found', `There is no ${what} '${_id}'`);
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
