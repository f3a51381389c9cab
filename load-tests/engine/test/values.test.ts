import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from '@meteor-vs-mean/pubsub-client';
import { Server } from 'socket.io';
import msgpack from 'socket.io-msgpack-parser';
import { expect, onTestFinished, test } from 'vitest';
import { startDdpServer } from '../../../packages/pubsub-client/test/ddp-server.ts';
import { writeToApp } from '../src/writers/write-target.ts';
import { runArtillery } from './generator.ts';

/** An app that keeps what it is sent, answers, and sends the first argument to everybody. */
async function startApp(parser?: object) {
  const http = createServer();
  const io = new Server(http, parser ? { parser } : {});
  const seen: unknown[][] = [];
  io.on('connection', (socket) => {
    socket.on('frame', (...args: unknown[]) => {
      const answer = args.pop() as (reply: unknown) => void;
      seen.push(args);
      io.emit('frame', args[0]);
      answer({ ok: true });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, seen };
}

const bytes = Buffer.from([1, 2, 3]);
const date = new Date(1_700_000_000_000);
const script = join(import.meta.dirname, 'values.yml');

/** Runs values.yml: one call, and two writes. */
async function run(environment: string, target: string) {
  const generator = runArtillery(['-e', environment, '--target', target, script]);
  return [await generator.ended, generator.output()];
}

test('over Socket.io, bytes and dates of a script and of a processor arrive as bytes and dates', async () => {
  const app = await startApp();
  expect(await run('socketio', app.url)).toEqual([0, expect.stringContaining('2 seen, 0 lost')]);
  expect(app.seen).toHaveLength(3);
  const iso = date.toISOString();
  for (const [, ...args] of app.seen) {
    // Of an object's methods, and of maps, there is nothing in JSON.
    const others = ['a1', { map: {}, list: [1] }];
    expect(args).toEqual([bytes, bytes, iso, iso, { $date: 1_700_000_000_000 }, ...others]);
  }
});

test('over DDP, they arrive as EJSON, and EJSON in a script is not escaped', async () => {
  const seen: unknown[][] = [];
  const server = await startDdpServer(({ msg, id, params }, session) => {
    if (msg === 'sub') session.send({ msg: 'ready', subs: [id] });
    if (msg !== 'method') return;
    seen.push(params as unknown[]);
    session.send({ msg: 'result', id });
  });
  onTestFinished(() => server.close());
  expect((await run('ddp', server.url))[0]).toBe(0);
  expect(seen).toHaveLength(3);
  const [binary, ejsonDate] = [{ $binary: 'AQID' }, { $date: 1_700_000_000_000 }];
  for (const [, ...args] of seen) {
    // Meteor's client knows no toJSON either.
    const others = [{ hex: 'a1' }, { map: {}, list: [1] }];
    expect(args).toEqual([binary, binary, ejsonDate, ejsonDate, ejsonDate, ...others]);
  }
});

test.each([
  ['Socket.io’s parser', undefined, undefined],
  ['msgpack', msgpack, 'socket.io-msgpack-parser'],
])('writers send bytes of every kind with %s', async (_, parser, name) => {
  const app = await startApp(parser);
  const params = structuredClone([
    { deep: [bytes, new Uint8Array([4, 5])], id: '\u0001writeId\u0001' },
    new Uint16Array([1, 2]),
    new Uint8Array([9, 9]).buffer,
  ]);
  const client = await connect({ url: app.url, transport: 'socketio', ...(name ? { parser: name } : {}) });
  const target = writeToApp({ call: 'frame', ack: true }, { clients: new Map([[0, client]]) }, [params]);
  onTestFinished(() => target.close());
  await target.send({ id: 'w-1', k: 1, group: 0, writer: 0 });
  const plain = (value: unknown) => Buffer.from(value as Uint8Array);
  const [[{ deep, id }, ...rest]] = app.seen as [[{ deep: unknown[]; id: string }, ...unknown[]]];
  expect(id).toBe('w-1');
  expect(deep.map(plain)).toEqual([bytes, Buffer.from([4, 5])]);
  expect(rest.map(plain)).toEqual([Buffer.from([1, 0, 2, 0]), Buffer.from([9, 9])]);
});
