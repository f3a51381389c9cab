import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { urlOf } from '@meteor-vs-mean/testbed/mongo';
import { MongoClient } from 'mongodb';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configFrom } from '../src/config.ts';

let testbed: Testbed;
const children: ChildProcess[] = [];

beforeAll(async () => {
  testbed = await openTestbed();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await testbed?.close();
});

function run(env: Record<string, string>): { child: ChildProcess; exited: Promise<[number | null, string]> } {
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const { MONGO_URL: _, PORT: __, MODE: ___, HOST: ____, ...outside } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { ...outside, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stderr?.on('data', (data) => {
    output += data;
    child.emit('output', output);
  });
  return { child, exited: once(child, 'close').then(([code]) => [code, output]) };
}

async function urlFrom(child: ChildProcess): Promise<string> {
  for (;;) {
    const [output] = (await once(child, 'output')) as [string];
    const url = /on (http:\S+)/.exec(output)?.[1];
    if (url) return url;
  }
}

describe('the process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'drains on %s: answers, disconnects, exits with 0',
    async (signal) => {
      const mongoUrl = urlOf(testbed.mongo, `main-${signal}`);
      const { child, exited } = run({ PORT: '0', MONGO_URL: mongoUrl });
      const url = await urlFrom(child);
      expect((await fetch(`${url}/ready`)).status).toBe(200);
      const socket = io(url, { transports: ['websocket'], reconnection: false });
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      await socket.emitWithAck('subscribe', 'rooms.all', {});
      const calls = Array.from({ length: 20 }, (_, k) =>
        socket.emitWithAck('rooms.insert', { _id: `r${k}`, name: 'n' }),
      );
      const disconnected = new Promise((resolve) => socket.once('disconnect', resolve));
      await calls[0]; // the others are in progress
      child.kill(signal);
      await disconnected;
      expect(await exited).toEqual([0, `MEAN server (changestream) on ${url}\n`]);
      await expect(fetch(url)).rejects.toThrow();
      const client = new MongoClient(mongoUrl);
      await client.db().dropDatabase();
      await client.close();
    },
  );

  test('isn’t kept alive by a client that doesn’t answer', async () => {
    const { child, exited } = run({ PORT: '0', MONGO_URL: urlOf(testbed.mongo, 'main-silent') });
    const socket = io(await urlFrom(child), { transports: ['websocket'], reconnection: false });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    (socket.io.engine.transport as unknown as { ws: { pause(): void } }).ws.pause();
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    socket.close();
  });

  test.each([
    [{}, /^mean-server: MONGO_URL is not set: .+mongodb:\/\/.+\n$/],
    [{ MONGO_URL: 'mongodb://127.0.0.1:1/a', PORT: '0' }, /^mean-server: no answer from MongoDB .+\n$/],
  ])('explains in one line why it can’t start: %o', async (env, reason) => {
    const [code, output] = await run(env).exited;
    expect(code).toBe(1);
    expect(output).toMatch(reason);
  });

  test('reports that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const [code, output] = await run({ PORT: String(port), MONGO_URL: urlOf(testbed.mongo, 'main-taken') })
      .exited;
    other.close();
    expect([code, output]).toEqual([
      1,
      `mean-server: port ${port} is in use: stop the program that listens there, or set PORT\n`,
    ]);
  });
});

test.each([
  [{ MONGO_URL: 'mongodb://127.0.0.1/?x=y' }, /^MONGO_URL must be .+ name of a database/],
  [{ PORT: '70000' }, /^PORT is '70000', but /],
  [{ GUARDS: 'no' }, /^GUARDS is 'no', but must be on or off$/],
  [{ MODE: 'poll' }, /^MODE is 'poll', but must be changestream or emit$/],
  [{ LOGINS_PER_ADDRESS: '0' }, /^LOGINS_PER_ADDRESS is '0', but must be a whole number of at least 1$/],
  [{ LOGINS_PER_ACCOUNT: 'ten' }, /^LOGINS_PER_ACCOUNT is 'ten', but /],
  [{ SIGN_UPS_PER_ADDRESS: '1.5' }, /^SIGN_UPS_PER_ADDRESS /],
  [{ SUBSCRIPTIONS_PER_ADDRESS: 'many' }, /^SUBSCRIPTIONS_PER_ADDRESS /],
  [{ CALLS_WINDOW_MS: '0' }, /^CALLS_WINDOW_MS is '0', but /],
  [{ HTTP_FORWARDED_COUNT: '-1' }, /^HTTP_FORWARDED_COUNT .+ of at least 0$/],
  [
    { ORIGINS: 'https://a.example, example.org' },
    /^ORIGINS contains 'example\.org': give only scheme, host and port, such as /,
  ],
])('the error of an invalid setting names it: %o', (env, reason) => {
  expect(() => configFrom({ MONGO_URL: 'mongodb://127.0.0.1/a', ...env })).toThrow(reason);
});
