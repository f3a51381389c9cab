import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { MongoInstance } from 'mongodb-memory-server-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBinary, type Mongo, startMongo, urlOf } from '../../src/mongo/index.ts';
import { freePort, isRunning, listen } from '../../src/process/index.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function tempDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mongo-test-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function started(options: Parameters<typeof startMongo>[0]): Promise<Mongo> {
  const mongo = await startMongo(options);
  cleanUp.push(() => mongo.stop());
  return mongo;
}

async function connected(url: string): Promise<MongoClient> {
  const client = await MongoClient.connect(url);
  cleanUp.push(() => client.close());
  return client;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20);
}

describe('a MongoDB of our own', () => {
  let mongo: Mongo;
  beforeAll(async () => {
    mongo = await startMongo({ url: '' });
  }, 120_000);
  afterAll(() => mongo.stop());

  test('is a replica set on WiredTiger that listens to this machine only, and says what it is', async () => {
    const admin = (await connected(mongo.url)).db('admin');
    const hello = await admin.command({ hello: 1 });
    expect(hello.setName).toBe('rs0');
    expect(hello.hosts).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)]);
    const options = (await admin.command({ getCmdLineOpts: 1 })).parsed;
    expect(options.net.bindIp).toBe('127.0.0.1');
    expect(options.storage.engine).toBe('wiredTiger');
    const status = await admin.command({ serverStatus: 1 });
    expect(Number(status.pid)).toBe(mongo.pid);
    expect(status.version).toBe(mongo.version);
    expect(mongo.description).toContain(mongo.version);
    expect(mongo.description).toContain(mongo.source);
  });

  test('has an oplog and change streams', async () => {
    const db = (await connected(urlOf(mongo, 'some'))).db();
    const todos = db.collection('todos');
    // From now on, however long the stream takes to open.
    const { operationTime } = await db.command({ ping: 1 });
    const changes = todos.watch([], { startAtOperationTime: operationTime });
    await todos.insertOne({ text: 'milk' });
    expect((await changes.next()).operationType).toBe('insert');
    await changes.close();
    const oplog = (await connected(urlOf(mongo, 'local'))).db().collection('oplog.rs');
    expect(await oplog.findOne({ op: 'i', ns: 'some.todos' })).toMatchObject({ o: { text: 'milk' } });
  });

  test('restarts on the same port with its data after a crash', async () => {
    const before = await connected(urlOf(mongo, 'crash'));
    await before.db().collection('todos').insertOne({ text: 'kept' });
    const pid = mongo.pid as number;
    await mongo.kill();
    expect(isRunning(pid)).toBe(false);
    await mongo.restart();
    expect(mongo.pid).not.toBe(pid);
    expect(await before.db().collection('todos').findOne()).toMatchObject({ text: 'kept' });
  });

  test('can be used through MONGO_URL, with whatever database its path names', async () => {
    const through = await started({ url: urlOf(mongo, 'app') });
    expect(through).toMatchObject({ source: 'MONGO_URL', version: mongo.version, pid: mongo.pid });
    expect(urlOf(through, 'other')).toBe(urlOf(mongo, 'other'));
    await through.stop();
    expect(isRunning(mongo.pid as number)).toBe(true);
    await expect(through.kill()).rejects.toThrow('it is not killed');
  });
});

describe('a folder of data', () => {
  test('is kept, also when the port is another one next time', { timeout: 60_000 }, async () => {
    const dataDir = join(await tempDir(), 'data');
    const first = await startMongo({ url: '', dataDir });
    const client = await MongoClient.connect(urlOf(first, 'app'));
    await client.db().collection('todos').insertOne({ text: 'kept' });
    await client.close();
    await first.stop();
    await first.stop();

    const second = await started({ url: '', dataDir });
    expect(second.url).not.toBe(first.url);
    const todos = (await connected(urlOf(second, 'app'))).db().collection('todos');
    expect(await todos.findOne()).toMatchObject({ text: 'kept' });
    await todos.insertOne({ text: 'more' });

    await expect(startMongo({ url: '', dataDir })).rejects.toThrow(/doesn't start on .*data: /);
    expect(await todos.countDocuments()).toBe(2);
  });
});

describe('nothing outlives its owner', () => {
  async function owner(dataDir?: string): Promise<{ child: ChildProcess; pid: number; data: string }> {
    const script = fileURLToPath(new URL('./owner.ts', import.meta.url));
    const child = spawn(process.execPath, dataDir === undefined ? [script] : [script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, MONGO_URL: '' },
    });
    cleanUp.push(async () => child.kill('SIGKILL'));
    const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
    const { pid, url } = JSON.parse(line);
    const client = await connected(url);
    const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 });
    await client.close();
    return { child, pid, data: parsed.storage.dbPath };
  }

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'a temporary one ends with %s of its owner',
    async (signal) => {
      const { child, pid, data } = await owner();
      child.kill(signal);
      await until(() => !isRunning(pid) && !existsSync(data));
    },
    60_000,
  );

  test('a kept one ends too, and cleanly', { timeout: 60_000 }, async () => {
    const dataDir = join(await tempDir(), 'data');
    const { child, pid } = await owner(dataDir);
    child.kill('SIGKILL');
    await until(() => !isRunning(pid));
    expect(readdirSync(dataDir)).toContain('mongod.lock');
    await started({ url: '', dataDir });
  });

  test('stop leaves no data, port or process', { timeout: 60_000 }, async () => {
    const mongo = await startMongo({ url: '' });
    const { pid, url } = mongo;
    const client = await connected(url);
    const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 });
    await client.close();
    await mongo.stop();
    expect(isRunning(pid as number)).toBe(false);
    expect(existsSync(parsed.storage.dbPath)).toBe(false);
  });
});

describe('what cannot work says so in one line', () => {
  test('a taken port', async () => {
    const server = createServer();
    const port = await listen(server);
    cleanUp.push(async () => server.close());
    await expect(startMongo({ url: '', port })).rejects.toThrow(
      `Port ${port} is taken: stop what listens there (lsof -i :${port}), or set MONGO_URL`,
    );
  });

  test('a MONGO_URL that is no URL, or that nobody answers', async () => {
    await expect(startMongo({ url: 'localhost:27017' })).rejects.toThrow(
      'MONGO_URL is not a MongoDB address',
    );
    await expect(startMongo({ url: 'mongodb://me:secret@127.0.0.1:9/app' })).rejects.toThrow(
      /MONGO_URL mongodb:\/\/_credentials_@127\.0\.0\.1:9\/\S* doesn't answer: .*ECONNREFUSED/,
    );
  }, 20_000);

  test('a MONGO_URL that is no replica set, with the command that makes it one', {
    timeout: 60_000,
  }, async () => {
    const binary = await findBinary();
    const dbPath = await tempDir();
    const port = await freePort();
    const alone = await MongoInstance.create({
      binary: { systemBinary: binary.path, version: binary.version },
      instance: { ip: '127.0.0.1', port, dbPath, storageEngine: 'wiredTiger', args: ['--nounixsocket'] },
    });
    cleanUp.push(() => alone.stop());
    await expect(startMongo({ url: `mongodb://127.0.0.1:${port}/app` })).rejects.toThrow(
      /is not a replica set.*--replSet rs0 and run mongosh --eval 'rs\.initiate\(\)'/,
    );
  });
});

test('a database name goes into any kind of URL', () => {
  expect(urlOf({ url: 'mongodb://127.0.0.1:1/?replicaSet=rs0' }, 'a')).toBe(
    'mongodb://127.0.0.1:1/a?replicaSet=rs0',
  );
  expect(urlOf({ url: 'mongodb://u:p@a:1,b:2/x?tls=true' }, 'y')).toBe('mongodb://u:p@a:1,b:2/y?tls=true');
});
