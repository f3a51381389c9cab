import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type MadeAccount, makeAccounts, writeAccounts } from '@meteor-vs-mean/testbed/accounts';
import { startMongo, urlOf } from '@meteor-vs-mean/testbed/mongo';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { deliveredOf, makeBits, owedOf, readRun, setBit, writeIds } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';

const root = join(import.meta.dirname, '../../..');

/** The scenarios as they stand, in the environment `mean`, against the app as it is started by hand. */
describe('the scenarios', () => {
  let target = '';
  let database = '';
  let client: MongoClient;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const mongo = await startMongo();
    stops.unshift(() => mongo.stop());
    database = urlOf(mongo, `scenarios-${process.pid}`);
    client = new MongoClient(database);
    stops.unshift(async () => {
      await client.db().dropDatabase();
      await client.close();
    });
    const app = spawn(process.execPath, [join(root, 'apps/mean/server/src/main.ts')], {
      env: { ...process.env, PORT: '0', MONGO_URL: database, MODE: 'changestream' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const gone = new Promise((resolve) => app.once('exit', resolve));
    stops.unshift(() => {
      app.kill('SIGTERM');
      return gone;
    });
    const lines = createInterface({ input: app.stderr });
    target = await new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        const [address] = /http:\/\/\S+:\d+/.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      });
      lines.on('close', () => reject(new Error('the app ended before it said its address')));
    });
  });

  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  async function run(
    name: string,
    variables: Record<string, unknown>,
    pubsub: Record<string, unknown> = {},
    accounts: readonly MadeAccount[] = [],
  ) {
    const out = temporaryFolder();
    const payload = `${out}.csv`;
    if (accounts.length > 0) {
      await writeAccounts(payload, accounts);
      onTestFinished(() => rm(payload));
    }
    const phases = [{ duration: 1, arrivalCount: 8 }];
    const overrides = JSON.stringify({ config: { phases, engines: { pubsub: { out, ...pubsub } } } });
    const values = JSON.stringify({ duration: 2, drain: 1, ...variables });
    const file = join(root, `load-tests/scenarios/${name}.yml`);
    const given = accounts.length > 0 ? ['-p', payload] : [];
    const args = [
      '-e',
      'mean',
      '--target',
      target,
      '--overrides',
      overrides,
      '--variables',
      values,
      ...given,
      file,
    ];
    const generator = runArtillery(args);
    expect([await generator.ended, generator.output()]).toEqual([0, expect.stringContaining(out)]);
    expect(generator.output()).not.toMatch(/errors\./);
    for (const { password, token } of accounts) {
      expect(generator.output()).not.toContain(password);
      expect(generator.output()).not.toContain(token);
    }
    return readRun(out);
  }

  test.each([
    ['fan-out', 'todos'],
    ['fan-out-window', 'messages'],
  ])('%s delivers each stored write to all subscribers', async (name, collection) => {
    const found = await run(name, { window: 10 });
    expect([found.problems, found.subscribers.length]).toEqual([[], 8]);
    const stored = await client.db().collection<{ _id: string }>(collection).find().toArray();
    const mask = makeBits(found.schedule?.due_us.length ?? 0);
    for (const { _id } of stored) setBit(mask, writeIds(found).indexOf(_id));
    expect(stored.length).toBe(found.writers?.acknowledged);
    expect(deliveredOf(found, mask)).toBe(8 * stored.length);
    const [view] = Object.values(found.witnesses).map((documents) => Object.keys(documents[''] ?? {}));
    expect(view?.length).toBe(name === 'fan-out' ? stored.length : 10);
    expect(found.removed).toBe(name === 'fan-out' ? 0 : 8 * (stored.length - 10));
  });

  const todo = { _id: '', listId: '', text: '', done: false, createdAt: new Date() };
  const message = { _id: '', roomId: '', nickname: '', text: '', createdAt: new Date() };
  test.each([
    ['fan-out', 'todos', todo],
    ['fan-out-window', 'messages', message],
  ])(
    '%s by the writer `database` stores what the app would have stored, past the app',
    async (name, collection, like) => {
      const found = await run(name, { writer: 'database', window: 100 }, { database: { url: database } });
      expect(found.problems).toEqual([]);
      const ids = writeIds(found);
      const all = await client.db().collection<{ _id: string }>(collection).find().toArray();
      const stored = all.filter(({ _id }) => ids.indexOf(_id) !== -1);
      expect(stored).toHaveLength(found.writers?.acknowledged as number);
      const kinds = (document: object) =>
        Object.entries(document).map(([field, value]) => [
          field,
          value instanceof Date ? 'date' : typeof value,
        ]);
      for (const document of stored) expect(kinds(document)).toEqual(kinds(like));
      const mask = makeBits(found.schedule?.due_us.length ?? 0);
      for (const { _id } of stored) setBit(mask, ids.indexOf(_id));
      expect(found.deliveries).toBe(owedOf(found, mask));
    },
  );

  test('each user has a separate room with a window, and gets exactly its stored writes', async () => {
    const found = await run('fan-out-window', { audience: 'own', window: 3, room: 'each' });
    expect([found.problems, found.subscribers.length, found.unexpected]).toEqual([[], 8, 0]);
    expect(found.subscribers.map(({ group }) => group).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(found.deliveries).toBe(found.writers?.acknowledged);
  });

  test('fan-out to an audience of three delivers each stored write to the subscribers of its list', async () => {
    const found = await run('fan-out', { list: 'spread', audience: 3 });
    expect([found.problems, found.subscribers.length, found.unexpected]).toEqual([[], 8, 0]);
    const stored = await client
      .db()
      .collection<{ _id: string }>('todos')
      .find({ listId: /^spread-/ })
      .toArray();
    const mask = makeBits(found.schedule?.due_us.length ?? 0);
    for (const { _id } of stored) setBit(mask, writeIds(found).indexOf(_id));
    expect(stored.length).toBe(found.writers?.acknowledged);
    expect([deliveredOf(found), deliveredOf(found, mask)]).toEqual([found.deliveries, owedOf(found, mask)]);
    // Three lists, of 3, 3 and 2 subscribers; a witness in each sees its own.
    for (const [name, documents] of Object.entries(found.witnesses)) {
      const { group } = found.subscribers.find(({ receiver, row }) => `${receiver}-${row}` === name) ?? {};
      const own = stored.filter((document) => (document as { listId?: string }).listId === `spread-${group}`);
      expect(Object.keys(documents[''] ?? {}).sort()).toEqual(own.map(({ _id }) => _id).sort());
    }
    expect(Object.keys(found.witnesses)).toHaveLength(3);
  });

  test.each([
    ['one', 0, 0],
    ['one', 20, 20],
    ['own', 3, 24],
  ])('idle-clients of the audience %s hold %i documents each, %i in all', async (audience, docs, all) => {
    const list = `idle-${audience}-${docs}`;
    const found = await run('idle-clients', { audience, docs, hold: 1, list });
    expect([found.problems, found.subscribers.length, found.disconnects]).toEqual([[], 8, 0]);
    const todos = client.db().collection('todos');
    expect(await todos.countDocuments({ listId: { $regex: `^${list}-` } })).toBe(all);
    expect(found.others).toBe(0);
  });

  test('active-clients call, and get their own writes', async () => {
    const found = await run('active-clients', { calls: 3, pause: '100ms', hold: 1 });
    expect([found.problems, found.subscribers.length]).toEqual([[], 8]);
    // Each makes a list, three todos, and takes the list away.
    expect(found.receivers[0]?.file.calls).toMatchObject({ sent: 40, acknowledged: 40 });
    expect(found.others).toBe(24);
  });

  test('log-in logs accounts in by their passwords, and reports the time of each', async () => {
    const accounts = await makeAccounts(client.db(), { count: 8 });
    const found = await run('log-in', { hold: 1 }, {}, accounts);
    expect([found.problems, found.subscribers.length, found.disconnects]).toEqual([[], 8, 0]);
    expect(found.logins).toMatchObject({ sent: 8, acknowledged: 8, refused: 0 });
    const sessions = await client
      .db()
      .collection('users')
      .find({ 'services.resume.loginTokens.1': { $exists: true } })
      .toArray();
    expect(sessions.map(({ username }) => username).sort()).toEqual(accounts.map(({ username }) => username));
  });

  test('private shows each user its own list and its writes, and shows them to nobody else', async () => {
    const accounts = await makeAccounts(client.db(), { count: 8, todos: 3 });
    const found = await run('private', { hold: 1, writes: 2, pause: '100ms' }, { witnesses: 8 }, accounts);
    expect([found.problems, found.subscribers.length, found.disconnects]).toEqual([[], 8, 0]);
    expect(found.receivers[0]?.file.calls).toMatchObject({ sent: 16, acknowledged: 16 });
    const lists = Object.values(found.witnesses).map((view) => Object.values(view[''] ?? {}));
    expect(lists.map((todos) => todos.length)).toEqual(accounts.map(() => 5));
    for (const todos of lists) expect(new Set(todos.map(({ listId }) => listId)).size).toBe(1);
    expect(new Set(lists.map((todos) => todos[0]?.listId)).size).toBe(8);
  });
});
