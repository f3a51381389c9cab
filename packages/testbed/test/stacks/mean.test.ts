import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isRunning, listen } from '../../src/process/index.ts';
import { sampleTree } from '../../src/sampler/index.ts';
import { databaseUrl } from '../../src/stacks/app.ts';
import { mean, type PageWeight, stackNamed } from '../../src/stacks/index.ts';
import { withoutRefusals } from '../../src/stacks/stacks/mean.ts';
import { type App, type AppOptions, openTestbed, type Testbed } from '../../src/testbed.ts';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await openTestbed();
}, 120_000);
afterAll(() => testbed.close());

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function start(options: AppOptions = {}): Promise<App> {
  const inner = testbed.within();
  cleanUp.push(() => inner.close());
  return inner.start(await mean.build({ log: () => {} }), options);
}

test('MEAN is there, and says what it is made of', async () => {
  expect(await mean.find()).toMatchObject({
    found: true,
    version: expect.stringMatching(/^Socket\.io 4/),
  });
  await mean.build({ log: () => {} });
  const lines: string[] = [];
  const build = await mean.build({ log: (line) => lines.push(line) });
  // Built before, and yet it says what it sends.
  expect(lines).toEqual([expect.stringMatching(/^MEAN's JavaScript: first page .*, all pages /)]);
  const { firstPage, allPages } = build.javascript as PageWeight;
  expect(firstPage.raw_bytes).toBeGreaterThan(firstPage.gzip_bytes);
  expect(firstPage.gzip_bytes).toBeGreaterThan(firstPage.brotli_bytes);
  expect(allPages.files).toBeGreaterThan(firstPage.files);
  expect(build.versions).toMatchObject({
    express: expect.stringMatching(/^5/),
    mongodb: expect.stringMatching(/^7/),
  });
  expect(build.hash).toMatch(/^[0-9a-f]{16}$/);
  expect((await mean.build({ log: () => {} })).hash).toBe(build.hash);
});

test.each(['changestream', 'emit'])('answers in mode %s, as production, and drains', async (mode) => {
  const lines: string[] = [];
  const app = await start({ mode, log: (line) => lines.push(line) });
  expect(app).toMatchObject({ stack: 'mean', mode, url: `http://127.0.0.1:${app.port}` });
  expect(await (await fetch(`${app.url}/health`)).json()).toMatchObject({ status: 'ok', mode });
  expect(lines.join('\n')).toContain(`:${app.port}`);
  expect((await sampleTree(app.pid)).pids).toEqual([app.pid]);
  await app.stop();
  expect(await app.exited).toEqual({ code: 0, signal: null });
  await app.stop();
});

test('runs on a Node that strips types, and on no other', async () => {
  const build = await mean.build({ log: () => {} });
  await build.checkNode?.(process.execPath);
  const folder = await mkdtemp(join(tmpdir(), 'old-node-'));
  cleanUp.push(() => rm(folder, { recursive: true }));
  const old = join(folder, 'node');
  await writeFile(old, '#!/bin/sh\necho 20.20.2,\n', { mode: 0o755 });
  await expect(build.checkNode?.(old)).rejects.toThrow("Node 20.20.2 doesn't strip types: it takes 22.18");
});

test('the address of its database has the write concern that was asked for, over what it had', () => {
  const url = 'mongodb://127.0.0.1:27017/?replicaSet=rs0&w=2';
  const of = (writeConcern?: '1') =>
    databaseUrl({ mongo: { url }, database: 'x', ...(writeConcern ? { writeConcern } : {}) });
  expect(of('1')).toBe('mongodb://127.0.0.1:27017/x?replicaSet=rs0&w=1');
  expect(of()).toBe('mongodb://127.0.0.1:27017/x?replicaSet=rs0&w=2');
});

test('what is refused while the server restarts is not told in development; other errors of the proxy are', () => {
  const lines: string[] = [];
  const log = withoutRefusals((line) => lines.push(line));
  const error = '2:30:04 AM [vite] ws proxy error:';
  const stack = '    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:2021:16)';
  for (const line of ['Restarting', error, 'Error: connect ECONNREFUSED 127.0.0.1:41077', stack]) log(line);
  for (const line of [error, 'Error: read ECONNRESET', stack, 'MEAN server']) log(line);
  expect(lines).toEqual(['Restarting', error, 'Error: read ECONNRESET', stack, 'MEAN server']);
});

test('a killed one has ended by that signal', async () => {
  const app = await start();
  await app.kill();
  expect(await app.exited).toEqual({ code: null, signal: 'SIGKILL' });
});

test('can be probed', async () => {
  const app = await start({ probe: true });
  expect((await app.probe?.sample())?.heapUsed_bytes).toBeGreaterThan(1e6);
  expect(await app.probe?.observeDrivers()).toEqual([]);
});

test('what cannot be started says why in one line', async () => {
  await expect(start({ mode: 'oplog' })).rejects.toThrow(
    "MEAN has no mode 'oplog': choose changestream or emit.",
  );
  const server = createServer();
  const port = await listen(server);
  cleanUp.push(async () => server.close());
  await expect(start({ port })).rejects.toThrow(`Port ${port} is taken: stop what listens there`);
  expect(() => stackNamed('rails')).toThrow(
    'there is no stack "rails"; known are meteor, mean, smallest, smallest-meteor',
  );
});

test('one that ends instead of answering shows the end of its log', async () => {
  const nobody = { url: 'mongodb://127.0.0.1:9/?replicaSet=rs0&serverSelectionTimeoutMS=300' };
  await expect(start({ mongo: nobody })).rejects.toThrow(
    /MEAN ended with code 1 before it answered. Its last lines:\n {2}.*no answer from MongoDB/,
  );
}, 60_000);

test('ends when its owner is killed', async () => {
  const script = fileURLToPath(new URL('./owner.ts', import.meta.url));
  const owner = spawn(process.execPath, [script, testbed.mongo.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.push(async () => owner.kill('SIGKILL'));
  const [line] = await once(createInterface(owner.stdout), 'line');
  const { pid } = JSON.parse(line);
  expect(isRunning(pid)).toBe(true);
  owner.kill('SIGKILL');
  while (isRunning(pid)) await wait(20);
});
