import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type List, sampleTodo, type Todo, type User } from '@meteor-vs-mean/contract';
import type { Db } from 'mongodb';
import { hashPassword } from './password.ts';

/** How many accounts, and what each has. */
export interface Wanted {
  count: number;
  /** Todos in the private list that each account owns; undefined: none has a list. */
  todos?: number | undefined;
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
}

/** As Meteor makes ids: no letter looks like another one. */
const letters = '23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz';
const idLength = 17;
const token_bytes = 32;
/** Documents that are inserted together: of 100 bytes and more each. */
const batch = 5000;

/**
 * Writes accounts into a database of the apps, as the apps do, past both: with a password, a session, and, where that
 * is asked for, a private list. Their names begin with `load-`.
 */
export async function makeAccounts(db: Db, { count, todos }: Wanted): Promise<MadeAccount[]> {
  const password = randomBytes(12).toString('base64url');
  const argon2 = await hashPassword(password);
  const now = new Date();
  const series = idOf(6).toLowerCase();
  const users: User[] = [];
  const lists: List[] = [];
  const made = Array.from({ length: count }, (_, n): MadeAccount => {
    const token = randomBytes(token_bytes).toString('base64url');
    const username = `load-${series}-${n}`;
    const user = userOf(username, argon2, token, now);
    users.push(user);
    const listId = todos === undefined ? '' : idOf();
    if (todos !== undefined) lists.push(listOf(listId, user, now));
    return { username, password, token, listId };
  });
  // What an account is shown is there before it can log in.
  await insert(
    db,
    'todos',
    lists.flatMap(({ _id }) => todosOf(_id, todos ?? 0)),
  );
  await insert(db, 'lists', lists);
  await insert(db, 'users', users);
  return made;
}

function userOf(username: string, argon2: string, token: string, now: Date): User {
  const hashedToken = createHash('sha256').update(token).digest('base64');
  return {
    _id: idOf(),
    createdAt: now,
    username,
    services: { password: { argon2 }, resume: { loginTokens: [{ when: now, hashedToken }] } },
  };
}

function listOf(_id: string, { _id: owner, username }: User, createdAt: Date): List {
  return { _id, name: `List of ${username}`, createdAt, owner, members: [{ _id: owner, username }] };
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

async function insert<Document extends { _id: string }>(
  db: Db,
  name: string,
  documents: readonly Document[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += batch) {
    await db.collection<{ _id: string }>(name).insertMany(documents.slice(from, from + batch));
  }
}
