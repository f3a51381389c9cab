import {
  ContractError,
  count,
  duplicateId,
  type Limit,
  limitReached,
  type Method,
  type MethodName,
  methodNames,
  methods,
  othersOf,
  type ParsedInputOf,
  parse,
  type ResultOf,
} from '@meteor-vs-mean/contract';
import { type Membership, notFound, requireAccess } from './access.ts';
import type { Account } from './accounts/sessions.ts';
import type { Caller } from './caller.ts';
import { isDuplicateKey } from './errors.ts';
import type { Hooks } from './hooks.ts';
import type { LiveCollections } from './live/collection.ts';

/** A handler's information about the call besides its input. */
export interface Call {
  caller: Caller;
  /** Absent for a guest. */
  account: Account | undefined;
  /** The list that the method's rule names; undefined if everybody may call. */
  list: Membership | undefined;
}

/** The driver's result of a write: `insertOne`, `updateOne`, `updateMany`, `deleteOne`, `deleteMany`. */
type Written =
  | { insertedId: unknown }
  | { matchedCount: number; modifiedCount: number }
  | { deletedCount: number };

/** Gets validated input, after the checks of access and limit. It may return the contract's result or the driver's. */
export type Handler<Name extends MethodName> = (
  input: ParsedInputOf<Name>,
  call: Call,
) => Promise<Written | ResultOf<Name>>;

/** The handlers of some features, e.g. `Handlers<'rooms' | 'messages'>`. */
export type Handlers<Feature extends string> = {
  [Name in MethodName as Name extends `${Feature}.${string}` ? Name : never]: Handler<Name>;
};

export interface Methods {
  /**
   * Parses, checks access and limit, and runs a method, for REST and for sockets.
   * @param caller the connection; over HTTP each request is one, which owns nothing
   * @throws ContractError, or an internal error
   */
  call<Name extends MethodName>(name: Name, input: unknown, caller: Caller): Promise<ResultOf<Name>>;
}

/**
 * The one chain between a client and a handler: parse, access, limit, handler, result.
 * @param changed gets a call's result if it is a number of changed documents
 */
export function enforce(
  collections: LiveCollections,
  handlers: { [Name in MethodName]: Handler<Name> },
  changed: Hooks['changed'],
): Methods {
  return {
    async call(name, given, caller) {
      const method: Method = methods[name];
      const input = parse(method.input, given, name) as { _id: string };
      const { account } = caller.data;
      const list = await assertAllowed(collections, method, input, account);
      const handler = handlers[name] as (input: unknown, call: Call) => Promise<unknown>;
      try {
        const result = resultOf(name, input._id, await handler(input, { caller, account, list }));
        if (typeof result === 'number') changed(caller.data.requester, result);
        return result as never;
      } catch (error) {
        throw isDuplicateKey(error) ? duplicateId() : error;
      }
    },
  };
}

/** @returns the list that the method's rule names */
async function assertAllowed(
  collections: LiveCollections,
  { may, atMost }: Method,
  input: { _id: string },
  account: Account | undefined,
): Promise<Membership | undefined> {
  const limit = atMost?.(input, account?.userId);
  if (may.for === 'everybody') {
    if (limit && (await countOf(collections, limit, input)) >= limit.most) throw limitReached(limit);
    return undefined;
  }
  const { list, counted } = await requireAccess(collections, may, limit, input, account);
  if (limit && counted >= limit.most) throw limitReached(limit);
  return list;
}

function countOf(collections: LiveCollections, limit: Limit, input: { _id: string }): Promise<number> {
  return collections[limit.in].countDocuments(othersOf(limit, input) as object, { limit: limit.most });
}

/** A write that matched nothing is `not-found`, unless the contract returns a count. */
function resultOf(name: MethodName, _id: string, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('insertedId' in answer) return answer.insertedId;
  const { matchedCount, modifiedCount, deletedCount } = answer as Record<string, number | undefined>;
  const found = matchedCount ?? deletedCount;
  if (found === undefined) return answer;
  if ((methods[name].result as unknown) === count) return modifiedCount ?? deletedCount;
  if (found === 0) throw notFound(whatOf(name), _id);
  return null;
}

/** `todos.setText` applies to a todo. */
function whatOf(name: MethodName): string {
  return name.slice(0, name.indexOf('.') - 1);
}

/** @throws ContractError `404` */
export function methodNamed(name: string): MethodName {
  const known = methodNames.find((each) => each === name);
  if (!known) throw new ContractError('404', `Method '${name}' not found`);
  return known;
}
