import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type List, type Member, sampleTodo, type Todo, type User } from '@meteor-vs-mean/contract';
import type { Db } from 'mongodb';
import { hashPassword } from './password.ts';

/** How many accounts, and what each has. */
export interface Wanted {
  count: number;
  /** Todos in the private list that each account owns; undefined: none has a list. */
  todos?: number | undefined;
  /** How many accounts share one more private list, with as many todos in it; undefined: no list is shared. */
  shared?: number | undefined;
}

/** What a load test must know of an account. */
export interface MadeAccount {
  username: string;
  /** The same of all that were made together: its hash is the same, too, and was computed once. */
  password: string;
  /** Of a session that has just begun. */
  token: string;
  /** Of its private list; empty if it has none. */
  listId: string;
  /** Of the private list that it shares with others; empty if it shares none. */
  sharedListId: string;
}

/** As Meteor makes ids: no letter looks like another one. */
const letters = '23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz';
const idLength = 17;
const token_bytes = 32;
/** Todos, or accounts that have none, that are inserted together; more would only fill the memory. */
const batch = 5000;

/** Accounts that are in no database yet. */
export interface PlannedAccounts {
  readonly accounts: MadeAccount[];
  /** Writes them into a database of the apps, as the apps do, past both: with a password, a session, and their lists. */
  insert(db: Db): Promise<void>;
}

/** Their names begin with `load-`. */
export async function planAccounts({ count, todos, shared }: Wanted): Promise<PlannedAccounts> {
  const password = randomBytes(12).toString('base64url');
  const argon2 = await hashPassword(password);
  const now = new Date();
  const series = idOf(6).toLowerCase();
  const accounts = Array.from({ length: count }, (_, n): MadeAccount => {
    const token = randomBytes(token_bytes).toString('base64url');
    const listId = todos === undefined ? '' : idOf();
    return { username: `load-${series}-${n}`, password, token, listId, sharedListId: '' };
  });
  const each = shared ?? 1;
  for (const [n, account] of accounts.entries()) {
    if (shared === undefined) break;
    account.sharedListId = n % shared === 0 ? idOf() : (accounts[n - 1] as MadeAccount).sharedListId;
  }
  // Those that share a list are inserted together.
  const together = each * Math.ceil(batch / Math.max(1, todos ?? 0) / each);
  return {
    accounts,
    async insert(db) {
      for (let from = 0; from < count; from += together) {
        const some = accounts.slice(from, from + together);
        const users = some.map((account) => userOf(account, argon2, now));
        // What an account is shown is there before it can log in.
        const lists = listsOf(some, users, now);
        await insert(
          db,
          'todos',
          lists.flatMap(({ _id }) => todosOf(_id, todos ?? 0)),
        );
        await insert(db, 'lists', lists);
        await insert(db, 'users', users);
      }
    },
  };
}

/** Plans accounts, and writes them into a database. */
export async function makeAccounts(db: Db, wanted: Wanted): Promise<MadeAccount[]> {
  const { accounts, insert } = await planAccounts(wanted);
  await insert(db);
  return accounts;
}

function userOf({ username, token }: MadeAccount, argon2: string, now: Date): User {
  const hashedToken = createHash('sha256').update(token).digest('base64');
  return {
    _id: idOf(),
    createdAt: now,
    username,
    services: { password: { argon2 }, resume: { loginTokens: [{ when: now, hashedToken }] } },
  };
}

/** The lists of accounts; the first member of each owns it. */
function listsOf(accounts: readonly MadeAccount[], users: readonly User[], createdAt: Date): List[] {
  const membersOf = new Map<string, Member[]>();
  for (const [n, { listId, sharedListId }] of accounts.entries()) {
    const { _id, username } = users[n] as User;
    for (const id of [listId, sharedListId]) {
      if (id !== '') membersOf.set(id, [...(membersOf.get(id) ?? []), { _id, username }]);
    }
  }
  return [...membersOf].map(([_id, members]) => {
    const [owner] = members as [Member, ...Member[]];
    const name = members.length > 1 ? `Shared by ${owner.username}` : `List of ${owner.username}`;
    return { _id, name, createdAt, owner: owner._id, members };
  });
}

function todosOf(listId: string, count: number): Todo[] {
  return Array.from({ length: count }, (_, n) =>
    sampleTodo({
      _id: idOf(),
      listId,
      text: `Held document ${n}, about as long as what people write`,
      createdAt: new Date(n),
    }),
  );
}

function idOf(length = idLength): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

async function insert(db: Db, name: string, documents: { _id: string }[]): Promise<void> {
  if (documents.length > 0) await db.collection<{ _id: string }>(name).insertMany(documents);
}
