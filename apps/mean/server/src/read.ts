import { type PublicationName, publications, queryOf, type Rule } from '@meteor-vs-mean/contract';
import type { Document, FindOptions } from 'mongodb';
import { mayUse } from './access.ts';
import type { Account } from './accounts/sessions.ts';
import type { Database } from './database.ts';

interface ReadOptions extends Pick<FindOptions, 'readConcern' | 'timeoutMS'> {
  most?: number;
  only?: string | undefined;
}

/**
 * The documents of a subscriber's snapshot.
 * @param account the reader's; undefined for a guest
 * @param options the driver's; `most`: at most this many documents; `only`: only the document with this id
 * @throws ContractError as `queryOf`
 */
export async function read(
  { db, collections }: Database,
  name: PublicationName,
  params: Record<string, unknown>,
  account: Account | undefined,
  { most = 0, only, ...options }: ReadOptions = {},
): Promise<Document[]> {
  const query = queryOf(name, params, account?.userId);
  if (!query) return [];
  const { collection, filter, sort, limit = most } = query;
  const rule: Rule = publications[name].may;
  const [documents, list] = await Promise.all([
    db
      .collection<{ _id: string }>(collection)
      .find(only === undefined ? filter : { ...filter, _id: only }, { ...options, sort, limit })
      .toArray(),
    'list' in rule ? collections.lists.findOne({ _id: String(params[rule.list]) }, options) : undefined,
  ]);
  return mayUse(list, rule, account) ? documents : [];
}
