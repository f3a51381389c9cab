import type { CollectionName, MethodName, ParsedInputOf, ResultOf, User } from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';
import type { Bounds } from './bounds.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './database.ts';
import type { Writes } from './live/writes.ts';
import type { Caller, Presences } from './presence/presences.ts';

export interface MethodContext {
  collections: Collections;
  users: Collection<User>;
  writes: Writes;
  bounded: Bounds;
  calls: Calls;
  presences: Presences;
}

/** Given validated input; throws a ContractError for what the contract lists. */
export type Handler<Name extends MethodName> = (
  input: ParsedInputOf<Name>,
  caller: Caller,
) => Promise<ResultOf<Name>>;
/** The handlers of one feature, e.g. `Handlers<'lists'>`. */
export type Handlers<Feature extends CollectionName> = {
  [Name in MethodName as Name extends `${Feature}.${string}` ? Name : never]: Handler<Name>;
};
