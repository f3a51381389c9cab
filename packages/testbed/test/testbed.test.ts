import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestbed, Scope, type Testbed } from '../src/index.ts';
import { isRunning } from '../src/process/index.ts';
import { type Build, mean } from '../src/stacks/index.ts';

let testbed: Testbed;
let build: Build;

beforeAll(async () => {
  build = await mean.build({ log: () => {} });
  testbed = await openTestbed({ mongo: { url: '' } });
}, 300_000);
afterAll(() => testbed?.close());

const namesOf = async ({ client }: Testbed) => {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  return databases.map(({ name }) => name);
};

/** Something that takes a moment to start, and notes when it ends. */
function thing(ended: string[], name: string, start_ms = 0): [() => Promise<string>, () => Promise<void>] {
  return [
    () => wait(start_ms, name),
    async () => {
      ended.push(name);
    },
  ];
}

test('an app starts on a database that was seeded before, and both are gone with its testbed', async () => {
  const inner = testbed.within();
  const app = await inner.start(build, {
    seed: (db) => db.collection<{ _id: string }>('lists').insertOne({ _id: 'seeded' }),
  });
  expect(await fetch(`${app.url}/ready`)).toMatchObject({ status: 200 });
  expect(await app.db.collection('lists').countDocuments()).toBe(1);
  const other = await inner.start(build, { database: app.db });
  expect(other.db).toBe(app.db);
  await inner.close();
  expect([isRunning(app.pid), isRunning(other.pid)]).toEqual([false, false]);
  expect(await namesOf(testbed)).not.toContain(app.db.databaseName);
});

test('a database that was named stays', async () => {
  const inner = testbed.within();
  await inner.database('named').collection('todos').insertOne({});
  await inner.close();
  expect(await namesOf(testbed)).toContain('named');
});

test('an app that is starting when its testbed is closed ends', { timeout: 60_000 }, async () => {
  const inner = testbed.within();
  const lines: string[] = [];
  const starting = inner.start(build, {
    env: { MONGO_URL: 'mongodb://127.0.0.1:9/nowhere?serverSelectionTimeoutMS=60000' },
    log: (line) => lines.push(line),
  });
  starting.catch(() => {});
  await wait(500);
  const begun_ms = performance.now();
  await inner.close();
  expect(performance.now() - begun_ms).toBeLessThan(5_000);
  await expect(starting).rejects.toThrow('It is closed');
});

test('a mongod of its own ends with its testbed, and the others’ stays', { timeout: 60_000 }, async () => {
  const own = await testbed.withOwnMongo();
  expect(own.mongo.pid).not.toBe(testbed.mongo.pid);
  await own.database().collection('todos').insertOne({});
  await own.close();
  expect(isRunning(own.mongo.pid as number)).toBe(false);
  await testbed.client.db('admin').command({ ping: 1 });
});

test('one browser serves a testbed and those within it, and starts again after a crash', {
  timeout: 60_000,
}, async () => {
  const browser = await testbed.within().browser();
  expect(await testbed.browser()).toBe(browser);
  expect(testbed.versions).toMatchObject({ mongod: testbed.mongo.version, chromium: expect.any(String) });
  await browser.close();
  expect((await testbed.browser()).isConnected()).toBe(true);
});

test('what a signal stops is started no more', async () => {
  await expect(openTestbed({ signal: AbortSignal.abort(new Error('Stopped')) })).rejects.toThrow('Stopped');
});

test('a scope ends what is in it, the last first, also what is still starting or fails to end', async () => {
  const ended: string[] = [];
  const scope = new Scope();
  await scope.own(...thing(ended, 'first'));
  await scope.own(
    async () => {},
    () => Promise.reject(new Error('it does not end')),
  );
  const late = scope.own(...thing(ended, 'late', 200));
  late.catch(() => {});
  await expect(scope.close()).rejects.toThrow('it does not end');
  expect(ended).toEqual(['late', 'first']);
  await expect(late).rejects.toThrow('It is closed');
  expect(() => scope.own(...thing(ended, 'never'))).toThrow('It is closed');
});

test('an abort rejects a pending start at once, and what has started ends', async () => {
  const stop = new AbortController();
  const ended: string[] = [];
  const scope = new Scope(stop.signal);
  onTestFinished(() => scope.close());
  const starting = scope.own(...thing(ended, 'slow', 300));
  stop.abort(new Error('Stopped'));
  await expect(starting).rejects.toThrow('Stopped');
  expect(ended).toEqual([]);
  await scope.close();
  expect(ended).toEqual(['slow']);
});
