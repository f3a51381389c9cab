import {
  type Access,
  accessRead,
  ContractError,
  type Limit,
  type List,
  type Rule,
  roleOn,
  suffices,
} from '@meteor-vs-mean/contract';
import type { Account } from './accounts/sessions.ts';
import type { LiveCollections } from './live/collection.ts';

/** The fields of a list that decide access. */
export type Membership = Pick<List, '_id' | 'owner' | 'members'>;

/** Whether a caller has the role that a rule demands. @param list the rule's list; nullish if it doesn't exist */
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
 * Reads the rule's list and counts in the same query, because inserts are the most frequent writes.
 * @returns the list, and how many documents the limit counts
 * @throws ContractError `not-found`, also for lists that the caller can't see; `not-authorized`
 */
export async function requireAccess(
  collections: LiveCollections,
  rule: Exclude<Rule, { for: 'everybody' }>,
  limit: Limit | undefined,
  input: Record<string, unknown>,
  account: Account | undefined,
): Promise<{ list: Membership; counted: number }> {
  const { what, _id, collection, pipeline } = accessRead(rule, limit, input);
  const [list] = await collections[collection].aggregate<Access>(pipeline).toArray();
  if (!list || !roleOn(list, account?.userId)) throw notFound(what, _id);
  if (mayUse(list, rule, account)) return { list, counted: list.counted?.[0]?.count ?? 0 };
  throw new ContractError('not-authorized', `Only the owner may do that with the list '${list._id}'`);
}

export function notFound(what: string, _id: string): ContractError {
  return new ContractError('not-found', `There is no ${what} '${_id}'`);
}
