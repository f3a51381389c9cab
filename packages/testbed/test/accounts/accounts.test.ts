import { execFile } from 'node:child_process';
import { argon2Sync, createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documents, type List, roleOn, type Todo, type User } from '@meteor-vs-mean/contract';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadeAccount, makeAccounts, readAccounts, removeAccounts } from '../../src/accounts/index.ts';
import { type Mongo, startMongo, urlOf } from '../../src/mongo/index.ts';

let mongo: Mongo;
let client: MongoClient;
let db: Db;
let url: string;
let folder: string;

beforeAll(async () => {
  mongo = await startMongo();
  url = urlOf(mongo, `accounts-${process.pid}`);
  client = await MongoClient.connect(url);
  db = client.db();
  folder = await mkdtemp(join(tmpdir(), 'accounts-'));
});

afterAll(async () => {
  await db?.dropDatabase();
  await client?.close();
  await mongo?.stop();
  await rm(folder, { recursive: true, force: true });
});

const users = () => db.collection<User>('users');
const sha256 = (text: string) => createHash('sha256').update(text);

/** Whether a stored hash is of that password: as who reads the PHC format verifies it. */
function verifies(stored: string, password: string): boolean {
  const [, m, t, p, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  const tag = argon2Sync('argon2id', {
    message: sha256(password).digest('hex'),
    nonce: Buffer.from(salt, 'base64'),
    parallelism: Number(p),
    tagLength: 32,
    memory: Number(m),
    passes: Number(t),
  });
  return tag.equals(Buffer.from(hash, 'base64'));
}

const main = join(import.meta.dirname, '../../src/accounts/main.ts');
const run = (...args: string[]) => promisify(execFile)(process.execPath, [main, '--url', url, ...args]);

test('an account has its password, a session and a private list, as the contract has them', async () => {
  const [one, two] = await makeAccounts(db, { count: 2, todos: 3 });
  const user = (await users().findOne({ username: one?.username as string })) as User;
  expect(user._id).toMatch(/^[2-9A-HJ-NP-Za-km-z]{17}$/);
  expect(verifies(user.services?.password?.argon2 ?? '', one?.password ?? '')).toBe(true);
  expect(verifies(user.services?.password?.argon2 ?? '', 'another one')).toBe(false);
  const tokens = user.services?.resume?.loginTokens ?? [];
  expect(tokens.map(({ hashedToken }) => hashedToken)).toEqual([sha256(one?.token ?? '').digest('base64')]);
  expect(Date.now() - (tokens[0]?.when.getTime() ?? 0)).toBeLessThan(60_000);
  const list = (await db.collection<List>('lists').findOne({ _id: one?.listId as string })) as List;
  expect(documents.lists.parse(list)).toEqual(list);
  expect(roleOn(list, user._id)).toBe('owner');
  const todos = await db.collection<Todo>('todos').find({ listId: list._id }).toArray();
  expect(todos.map((todo) => documents.todos.parse(todo))).toHaveLength(3);
  expect([two?.token, two?.listId]).not.toEqual([one?.token, one?.listId]);
});

test('accounts share a private list, whose owner is the first of them', async () => {
  const accounts = await makeAccounts(db, { count: 6, todos: 1, shared: 4 });
  const [first, last] = [accounts[0]?.sharedListId, accounts[5]?.sharedListId];
  expect(accounts.map(({ sharedListId }) => sharedListId)).toEqual([first, first, first, first, last, last]);
  const list = (await db.collection<List>('lists').findOne({ _id: first as string })) as List;
  expect(documents.lists.parse(list)).toEqual(list);
  const names = accounts.slice(0, 4).map(({ username }) => username);
  expect(list.members?.map(({ username }) => username)).toEqual(names);
  expect(list.owner).toBe(list.members?.[0]?._id);
  expect(await db.collection('todos').countDocuments({ listId: first })).toBe(1);
  expect(new Set(accounts.map(({ listId }) => listId)).size).toBe(6);
  expect(await removeAccounts(db, accounts)).toBe(6);
  expect(await db.collection<List>('lists').countDocuments({ _id: { $in: [first, last] as string[] } })).toBe(
    0,
  );
});

test('without lists there are none', async () => {
  const before = await db.collection('lists').countDocuments();
  const [one] = await makeAccounts(db, { count: 1 });
  expect(one?.listId).toBe('');
  expect(await db.collection('lists').countDocuments()).toBe(before);
});

test('what is removed leaves as little as a deleted account, and nothing of others', async () => {
  const [gone, stays] = await makeAccounts(db, { count: 2, todos: 2 });
  const { _id } = (await users().findOne({ username: gone?.username as string })) as User;
  const member = { _id, username: gone?.username as string };
  await users().insertOne({ _id: 'signed-up', username: `${member.username}-a1`, createdAt: new Date() });
  await db
    .collection<List>('lists')
    .updateOne({ _id: stays?.listId as string }, { $push: { members: member } });
  const message = { _id: 'm1', roomId: 'r', text: 'Hello', createdAt: new Date() };
  await db
    .collection<{ _id: string }>('messages')
    .insertOne({ ...message, nickname: member.username, userId: _id } as never);
  expect(await removeAccounts(db, [gone as MadeAccount])).toBe(2);
  const left = await Promise.all([
    users().countDocuments({ _id }),
    db.collection<List>('lists').countDocuments({ _id: gone?.listId as string }),
    db.collection<Todo>('todos').countDocuments({ listId: gone?.listId as string }),
    db.collection<List>('lists').countDocuments({ 'members._id': _id }),
    db.collection<Todo>('todos').countDocuments({ listId: stays?.listId as string }),
  ]);
  expect(left).toEqual([0, 0, 0, 0, 2]);
  expect(await db.collection('messages').findOne({ _id: 'm1' as never })).toEqual({
    ...message,
    nickname: 'deleted account',
  });
});

test('the command writes a file for its owner alone, says no secret, and removes what it made', async () => {
  const out = join(folder, 'made.csv');
  const before = await users().countDocuments();
  const { stdout } = await run('--count', '3', '--todos', '1', '--out', out);
  expect(stdout).toContain('3 accounts are made, each with a private list (todos in it: 1)');
  const accounts = await readAccounts(out);
  expect(accounts).toHaveLength(3);
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(1);
  for (const { token, password } of accounts) {
    expect(stdout).not.toContain(token);
    expect(stdout).not.toContain(password);
  }
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  await expect(run('--out', out)).rejects.toMatchObject({
    stderr: expect.stringContaining('is there already'),
  });
  expect(await users().countDocuments()).toBe(before + 3);
  const several = url.replace(/(127\.0\.0\.1:\d+)/, '$1,127.0.0.1:1');
  const removal = await run('--url', several, '--remove', out);
  expect(removal.stdout).toContain('3 accounts are removed');
  expect(await users().countDocuments()).toBe(before);
  await expect(readFile(out)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('what is cut short by Ctrl-C is removed by its file, whatever was made of it', async () => {
  const out = join(folder, 'cut-short.csv');
  const count = () =>
    Promise.all(['todos', 'lists', 'users'].map((name) => db.collection(name).countDocuments()));
  const before = await count();
  const making = run('--count', '20000', '--todos', '2', '--out', out);
  const cutShort = expect(making).rejects.toMatchObject({ signal: 'SIGINT' });
  await expect.poll(count, { timeout: 30_000 }).not.toEqual(before);
  making.child.kill('SIGINT');
  await cutShort;
  await run('--remove', out);
  expect(await count()).toEqual(before);
});

test('accounts with many todos are made in little memory', async () => {
  const out = join(folder, 'many.csv');
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=40' };
  const args = [main, '--url', url, '--count', '100', '--todos', '1000', '--out', out];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toContain('100 accounts are made');
  await run('--remove', out);
});

test.each([
  [['--out', 'load-tests/results/accounts.csv'], 'choose another folder'],
  [['--remove', 'x.csv', '--count', '3'], '--remove goes with --url alone, not with --count'],
  [['--url', 'mongodb://127.0.0.1:1/'], 'with the name of the database'],
  [['--url', '127.0.0.1/app'], 'must be like mongodb://127.0.0.1:27017/app'],
])('refuses %j', async (args, message) => {
  await expect(run(...args)).rejects.toMatchObject({ stderr: expect.stringContaining(message) });
});

test('a file of something else is not taken for accounts, and nothing of it is said', async () => {
  const file = join(folder, 'other.csv');
  await writeFile(file, 'name,secret\nada,abc\n');
  await expect(readAccounts(file)).rejects.toThrow(
    /its first line should be username,password,token,listId,sharedListId$/,
  );
});
