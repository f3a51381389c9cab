import {
  type Access,
  accessRead,
  ContractError,
  done,
  type Limit,
  limitReached,
  type Method,
  methods,
  othersOf,
  parse,
  type Rule,
  roleOn,
  suffices,
} from '@meteor-vs-mean/contract';
import { Lists } from '../lists/collection';
import { toMeteorError } from './contract-error';
import { type Caller, type Cursor, type Policy, setPolicy } from './define-methods';
import { hooks } from './hooks';

type Fields = Record<string, unknown>;

/** By the name in the contract. */
const collection = (name: string) => Lists.rawDatabase().collection(name);

/** Enforces the contract for a method: input, access, limit; then the handler; then its result or error. */
export const enforce: Policy = async (name, handler, input, caller) => {
  try {
    const method: Method = methods[name];
    const parsed = parse(method.input, input, name) as Fields;
    await assertAllowed(method, parsed, caller.userId);
    return await resultOf(method, await handler(parsed as never, caller), caller);
  } catch (error) {
    throw toMeteorError(error);
  }
};

setPolicy(enforce);

async function assertAllowed({ may, atMost }: Method, input: Fields, userId?: string): Promise<void> {
  const limit = atMost?.(input, userId);
  const count =
    may.for === 'everybody' ? await countOf(limit, input) : await countForRole(may, limit, input, userId);
  if (!limit || count < limit.most) return;
  throw limitReached(limit);
}

async function countOf(limit: Limit | undefined, input: Fields): Promise<number> {
  if (!limit) return 0;
  return collection(limit.in).countDocuments(othersOf(limit, input), { limit: limit.most });
}

/**
 * Reads the rule's list and counts in the same query, because inserts are the most frequent writes.
 * @throws ContractError `not-found` to callers who can't see the list, `not-authorized`
 */
async function countForRole(
  may: Exclude<Rule, { for: 'everybody' }>,
  limit: Limit | undefined,
  input: Fields,
  userId: string | undefined,
): Promise<number> {
  const { what, _id, collection: name, pipeline } = accessRead(may, limit, input);
  const [list] = await collection(name).aggregate<Access>(pipeline).toArray();
  const role = list && roleOn(list, userId);
  if (!role) throw new ContractError('not-found', `There is no ${what} '${_id}'`);
  if (!suffices(role, may.for))
    throw new ContractError('not-authorized', `Only the owner may do that with the list '${list._id}'`);
  return list.counted?.[0]?.count ?? 0;
}

async function resultOf({ result }: Method, answer: unknown, { connection }: Caller): Promise<unknown> {
  if (isCursor(answer)) return hooks.read(connection, answer);
  if (typeof answer !== 'number') return answer;
  hooks.changed(connection, answer);
  if (result !== done) return answer;
  if (answer === 0) throw new ContractError('not-found', 'There is nothing with that id');
  return null;
}

function isCursor(answer: unknown): answer is Cursor {
  return typeof (answer as Partial<Cursor> | null)?.fetchAsync === 'function';
}
