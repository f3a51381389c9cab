import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findBinary } from '@meteor-vs-mean/testbed/mongo';
import { freePort } from '@meteor-vs-mean/testbed/process';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCompose, root } from '../../test/compose-file.ts';

const run = promisify(execFile);
const infra = path.join(root, 'infra');
const keys = (name: string) => path.join(folder, 'keys', name);
const secret = async (name: string) => (await readFile(keys(name), 'utf8')).trim();

let folder: string;
let port: number;
let mongod: ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'replica-set-test-'));
  for (const name of ['keys', 'data']) await mkdir(path.join(folder, name));
  port = await freePort();
  await run('sh', [path.join(infra, 'mongo/make-keys.sh'), path.join(folder, 'keys')]);
  const { path: binary } = await findBinary();
  const { command = [] } = readCompose().services.mongo ?? {};
  const own = ['--port', String(port), '--dbpath', path.join(folder, 'data'), '--nounixsocket'];
  // The command of compose.yaml, with this path instead of the container's.
  const args = command.slice(1).map((one) => one.replace('/data/configdb/keyfile', keys('keyfile')));
  mongod = spawn(binary, [...args, ...own], { stdio: ['ignore', 'pipe', 'inherit'] });
  await said(mongod, /Waiting for connections/);
}, 60_000);

afterAll(async () => {
  const closed = once(mongod, 'close');
  mongod.kill('SIGKILL');
  await closed;
  await rm(folder, { recursive: true });
});

async function said(child: ChildProcess, pattern: RegExp): Promise<void> {
  if (!child.stdout) throw new Error('it has no output');
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => pattern.test(line) && resolve());
    child.once('close', (code) => reject(new Error(`it exited with ${code} before it printed ${pattern}`)));
  });
}

/** The command of the service `replica-set`. */
async function prepare(): Promise<string> {
  const member = `127.0.0.1:${port}`;
  const env = {
    ...process.env,
    MONGO_SERVER: member,
    MONGO_MEMBER: member,
    MONGO_KEYS: path.join(folder, 'keys'),
  };
  const { stdout } = await run(process.execPath, [path.join(infra, 'mongo/src/main.ts')], { env });
  return stdout;
}

async function as<Result>(user: string, use: (client: MongoClient) => Promise<Result>): Promise<Result> {
  const auth = user === '' ? '' : `${user}:${await secret(user)}@`;
  const client = new MongoClient(`mongodb://${auth}127.0.0.1:${port}/?replicaSet=rs0&authSource=admin`, {
    serverSelectionTimeoutMS: 10_000,
  });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

test('keys are created once, and only their user may read the keyfile', async () => {
  const before = await secret('keyfile');
  await run('sh', [path.join(infra, 'mongo/make-keys.sh'), path.join(folder, 'keys')]);
  expect(await secret('keyfile')).toBe(before);
  expect(before).toMatch(/^[A-Za-z0-9]{200,1024}$/);
  expect((await stat(keys('keyfile'))).mode & 0o777).toBe(0o400);
  expect((await stat(keys('admin'))).mode & 0o777).toBe(0o400);
  expect((await stat(keys('apps'))).mode & 0o777).toBe(0o444);
  expect((await stat(keys('generator'))).mode & 0o777).toBe(0o444);
  expect(new Set([await secret('apps'), await secret('admin'), await secret('generator')]).size).toBe(3);
});

test('a new mongod with a keyfile becomes a replica set whose apps may only write their database', async () => {
  expect(await prepare()).toContain('is a replica set');
  // The service runs at each start.
  expect(await prepare()).toContain('is a replica set');
  await as('apps', async (client) => {
    const changes = client.db('app').watch();
    const change = changes.next();
    await client.db('app').collection('todos').createIndex({ listId: 1 });
    await client.db('app').collection<{ _id: string }>('todos').insertOne({ _id: 'a' });
    expect(await change).toMatchObject({ operationType: 'insert', documentKey: { _id: 'a' } });
    await changes.close();
    expect(await client.db('local').collection('oplog.rs').findOne({ ns: 'app.todos' })).toMatchObject({
      op: 'i',
    });
    await expect(client.db('other').collection('todos').insertOne({})).rejects.toThrow(/not authorized/);
  });
  await as('generator', async (client) => {
    await client.db('rendezvous').collection('pubsub.runs').createIndex({ created: 1 });
    await expect(client.db('app').collection('todos').findOne()).rejects.toThrow(/not authorized/);
  });
  await expect(as('', (client) => client.db('app').collection('todos').findOne())).rejects.toThrow(
    /authentication/,
  );
});

test('MEAN starts on it through the image’s entry point, and answers its health check', async () => {
  await prepare();
  const { environment = {}, healthcheck } = readCompose().services.mean ?? {};
  const [own, listening] = [await freePort(), /MEAN server/];
  const env = {
    ...process.env,
    ...environment,
    HOST: '127.0.0.1',
    PORT: String(own),
    MONGO_PASSWORD_FILE: keys('apps'),
    MONGO_URL: environment.MONGO_URL?.replace('mongo:27017', `127.0.0.1:${port}`),
  };
  const entry = path.join(infra, 'images/with-password.sh');
  const server = path.join(root, 'apps/mean/server/src/main.ts');
  const app = spawn(entry, [process.execPath, server], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const closed = once(app, 'close');
  try {
    const lines = createInterface({ input: app.stderr });
    const first = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      app.once('close', () => reject(new Error('MEAN exited before it was ready')));
    });
    expect(first).toMatch(listening);
    const [, , script = '', url = ''] = healthcheck?.test ?? [];
    const here = url.replace(/:\d+\//, `:${own}/`);
    await run(process.execPath, [path.join(root, script), here]);
    const nowhere = run(process.execPath, [path.join(root, script), 'http://127.0.0.1:1/ready']);
    await expect(nowhere).rejects.toThrow();
  } finally {
    app.kill('SIGTERM');
    await closed;
  }
});
