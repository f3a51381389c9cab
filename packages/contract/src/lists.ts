import { z } from 'zod';
import { everybody, type Index, method, publication } from './define.ts';
import { done, id, name, username } from './fields.ts';
import { limits } from './limits.ts';
import { orders } from './orders.ts';

/** An account that may see a private list. Its name is stored with its id for display. */
export const member = z.strictObject({ _id: id, username });

/**
 * A public list has no `owner` and no `members`. A private one has both, and its owner is the first of its members, so
 * one index finds all lists of an account. The server sets `createdAt`.
 */
export const list = z.strictObject({
  _id: id,
  name,
  createdAt: z.date(),
  owner: id.optional(),
  members: z.array(member).optional(),
});

export const listIndexes: Index[] = [
  { keys: { owner: 1, createdAt: 1, _id: 1 } },
  { keys: { 'members._id': 1, createdAt: 1, _id: 1 } },
];

const owner = { for: 'owner', list: '_id' } as const;

export const listMethods = {
  /** A private list belongs to the caller, who must have an account; nobody owns a public one. */
  'lists.insert': method({
    input: z.strictObject({ _id: id, name, private: z.boolean().optional() }),
    result: id,
    errors: ['not-authorized', 'duplicate-id', 'limit-reached'],
    may: everybody,
    atMost({ private: isPrivate }, userId) {
      if (!isPrivate)
        return { in: 'lists', filter: { owner: null }, most: limits.lists, what: 'public lists' };
      if (userId === undefined) return undefined;
      const most = limits.listsPerAccount;
      return { in: 'lists', filter: { owner: userId }, most, what: 'private lists of one account' };
    },
  }),
  'lists.rename': method({
    input: z.strictObject({ _id: id, name }),
    result: done,
    errors: ['not-found', 'not-authorized'],
    may: owner,
  }),
  /** Also removes its todos. */
  'lists.remove': method({
    input: z.strictObject({ _id: id }),
    result: done,
    errors: ['not-found', 'not-authorized'],
    may: owner,
  }),
  /**
   * Lets the account with that name, in any case, see and change a private list. Adding a member again changes nothing.
   * A public list returns `not-authorized`, an unknown name `not-found`.
   */
  'lists.share': method({
    input: z.strictObject({ _id: id, username: z.string().trim().pipe(username) }),
    result: done,
    errors: ['not-found', 'not-authorized', 'limit-reached'],
    may: owner,
  }),
  /**
   * Removes the account with that name, in any case, from a private list. The owner may remove anybody but the owner, a
   * member itself; otherwise, and for a public list, it returns `not-authorized`. Removing a non-member changes
   * nothing.
   */
  'lists.unshare': method({
    input: z.strictObject({ _id: id, username }),
    result: done,
    errors: ['not-found', 'not-authorized'],
    may: { for: 'member', list: '_id' },
  }),
} as const;

export const listPublications = {
  /** The public lists. */
  'lists.all': publication({
    params: z.strictObject({}),
    may: everybody,
    query: () => ({ collection: 'lists', filter: { owner: null }, sort: orders.lists }),
  }),
  /** The account's private lists, both its own and those shared with it. A guest gets none. */
  'lists.mine': publication({
    params: z.strictObject({}),
    may: everybody,
    query: (_params, userId) =>
      userId === undefined
        ? undefined
        : { collection: 'lists', filter: { 'members._id': userId }, sort: orders.lists },
  }),
} as const;
