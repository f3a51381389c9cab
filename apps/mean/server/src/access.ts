import { ContractError, type List, type Rule, roleOn, suffices } from '@meteor-vs-mean/contract';
import type { Account } from './accounts/sessions.ts';
import type { LiveCollections } from './live/collection.ts';

/** The fields of a list that decide who may see it, and what they may do with it. */
export type Membership = Pick<List, '_id' | 'owner' | 'members'>;

const membership = { owner: 1, members: 1 } as const;

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
 * Reads the list that a rule names, in one read.
 * @returns undefined where the rule asks for no list
 * @throws ContractError `not-found`, also to callers for whom the list isn't there; `not-authorized`
 */
export async function requireAccess(
  collections: LiveCollections,
  rule: Rule,
  input: Record<string, unknown>,
  account: Account | undefined,
): Promise<Membership | undefined> {
  if (rule.for === 'everybody') return undefined;
  const [what, _id] = 'list' in rule ? ['list', input[rule.list]] : ['todo', input[rule.todo]];
  const list = await (what === 'list' ? findList : findListOfTodo)(collections, String(_id));
  if (!list || !roleOn(list, account?.userId)) throw notFound(what, String(_id));
  if (mayUse(list, rule, account)) return list;
  throw new ContractError('not-authorized', `Only its owner may do that with the list '${list._id}'`);
}

export function notFound(what: string, _id: string): ContractError {
  return new ContractError('not-found', `There is no ${what} '${_id}'`);
}

async function findList({ lists }: LiveCollections, _id: string): Promise<Membership | null> {
  return lists.findOne({ _id }, { projection: membership });
}

async function findListOfTodo({ todos }: LiveCollections, _id: string): Promise<Membership | undefined> {
  const [todo] = await todos
    .aggregate<{ list: Membership[] }>([
      { $match: { _id } },
      { $lookup: { from: 'lists', localField: 'listId', foreignField: '_id', as: 'list' } },
      { $project: { 'list._id': 1, 'list.owner': 1, 'list.members': 1 } },
    ])
    .toArray();
  return todo?.list[0];
}
