import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answers, host, listen } from '../../src/process/index.ts';
import { openRelay, type Relay, type RelayOptions, type Target } from '../../src/relay/index.ts';
import { drop } from '../../src/relay/lane.ts';

/** A server whose connections a test has in its hands. */
async function serve(onConnection: (socket: Socket) => void = () => {}) {
  const sockets: Socket[] = [];
  const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  const port = await listen(server);
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  return { server, sockets, target: { host, port } };
}

const echo = (socket: Socket) => void socket.pipe(socket);

async function relayTo(target: Target, options?: RelayOptions): Promise<Relay> {
  const relay = await openRelay(target, options);
  onTestFinished(() => relay.close());
  return relay;
}

async function clientOf({ port }: { port: number }): Promise<Socket> {
  const client = connect({ host, port, allowHalfOpen: true, noDelay: true });
  onTestFinished(() => void client.destroy());
  await once(client, 'connect');
  return client;
}

/** A client, and the target's end of its connection. */
async function pairOver(
  relay: { port: number },
  { server }: { server: Server },
): Promise<[near: Socket, far: Socket]> {
  const arrived = once(server, 'connection');
  const near = await clientOf(relay);
  return [near, (await arrived)[0] as Socket];
}

/** Reads so many bytes. */
async function read(socket: Socket, bytes: number): Promise<string> {
  let text = '';
  while (text.length < bytes) text += (await once(socket, 'data'))[0];
  return text;
}

/** Whether the other side said goodbye (`end`) or tore the connection off (`ECONNRESET`). */
async function endOf(socket: Socket): Promise<string> {
  socket.resume();
  return once(socket, 'end').then(
    () => 'end',
    (error) => error.code,
  );
}

test('what passes is unchanged and counted, however slowly the other side reads', async () => {
  const { target } = await serve(echo);
  const relay = await relayTo(target);
  const bytes = [1, 100_000, 20_000_001];
  const back = bytes.map(async (size) => {
    const sent = randomBytes(size);
    const client = await clientOf(relay);
    client.end(sent);
    await new Promise((resolve) => setImmediate(resolve));
    const hash = createHash('sha256');
    for await (const chunk of client) {
      hash.update(chunk as Buffer);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return hash.digest('hex') === createHash('sha256').update(sent).digest('hex');
  });
  expect(await Promise.all(back)).toEqual([true, true, true]);
  const sum = bytes.reduce((one, other) => one + other);
  expect(relay.counts()).toEqual({ up_bytes: sum, down_bytes: sum, connections: 3 });
});

/** How much the relay has read when it reads no more. */
async function readAtMost(relay: Relay): Promise<number> {
  let read_bytes = -1;
  for (let still = 0; still < 20; still += 1) {
    if (relay.counts().up_bytes !== read_bytes) still = 0;
    read_bytes = relay.counts().up_bytes;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return read_bytes;
}

// Buffers of the system take some megabytes at each of four sockets.
const flood = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024));
const flood_bytes = 64 * 1024 * 1024;

test('who doesn’t read stops who writes, until it reads', async () => {
  const there = await serve((socket) => void socket.pause());
  const relay = await relayTo(there.target);
  const [near, far] = await pairOver(relay, there);
  for (const chunk of flood) near.write(chunk);
  expect(await readAtMost(relay)).toBeLessThan(flood_bytes);
  let read_bytes = 0;
  for await (const chunk of far.resume()) {
    read_bytes += (chunk as Buffer).length;
    if (read_bytes === flood_bytes) break;
  }
  expect(read_bytes).toBe(flood_bytes);
});

test('what is delayed takes no more memory than a window', async () => {
  const { target } = await serve();
  const relay = await relayTo(target, { delay_ms: { up: 60_000 } });
  const client = await clientOf(relay);
  for (const chunk of flood) client.write(chunk);
  expect(await readAtMost(relay)).toBeLessThan(5 * 1024 * 1024);
});

test('a side that ends can still be answered', async () => {
  const there = await serve();
  const [near, far] = await pairOver(await relayTo(there.target), there);
  near.end('a question');
  expect(await read(far, 10)).toBe('a question');
  expect(await endOf(far)).toBe('end');
  far.end('an answer');
  expect(await read(near, 9)).toBe('an answer');
  expect(await endOf(near)).toBe('end');
});

test('a side that tears its connection off tears off the other', async () => {
  const there = await serve();
  const relay = await relayTo(there.target);
  const [near, far] = await pairOver(relay, there);
  const end = endOf(far);
  near.resetAndDestroy();
  expect(await end).toBe('ECONNRESET');
});

test('a side that ends, and is torn off before its end has left, is closed anyway', async () => {
  const there = await serve();
  const [near, far] = await pairOver(there.target, there);
  const end = endOf(far);
  near.end();
  drop(near, 'reset');
  await once(near, 'close');
  expect(await end).toBe('end');
});

test('nobody behind it is a connection that is torn off', async () => {
  const { server, target } = await serve();
  server.close();
  await once(server, 'close');
  expect(await endOf(await clientOf(await relayTo(target)))).toBe('ECONNRESET');
  // So that it can be closed once more.
  await listen(server);
});

test.each([
  ['end', 'end'],
  ['reset', 'ECONNRESET'],
] as const)('cut by %s: both sides see it, and so does who comes, until it is mended', async (how, seen) => {
  const there = await serve(echo);
  const relay = await relayTo(there.target);
  const [near, far] = await pairOver(relay, there);
  near.write('here');
  expect(await read(near, 4)).toBe('here');
  const ends = [near, far].map(endOf);
  relay.cut(how);
  expect(await Promise.all(ends)).toEqual([seen, seen]);
  const refused = connect({ host, port: relay.port });
  expect(await endOf(refused)).toBe(seen);
  relay.mend();
  const back = await clientOf(relay);
  back.write('here again');
  expect(await read(back, 10)).toBe('here again');
  expect(relay.counts().connections).toBe(2);
});

test('held in one direction: the other continues, neither side learns of it, and nothing is lost', async () => {
  const there = await serve();
  const relay = await relayTo(there.target);
  const [near, far] = await pairOver(relay, there);
  relay.hold('down');
  const heard: string[] = [];
  near.on('data', (data) => heard.push(String(data)));
  near.on('end', () => heard.push('end'));
  far.end('you can’t hear me');
  near.write('hello?');
  expect(await read(far, 6)).toBe('hello?');
  near.write('hello?');
  expect(await read(far, 6)).toBe('hello?');
  expect(heard).toEqual([]);
  relay.mend();
  await once(near, 'end');
  expect(heard).toEqual(['you can’t hear me', 'end']);
});

test('held in both directions: a new connection is held, too, and a reset arrives afterwards', async () => {
  const there = await serve();
  const relay = await relayTo(there.target);
  const [near, far] = await pairOver(relay, there);
  relay.hold();
  const [late, lateFar] = await pairOver(relay, there);
  const heard: string[] = [];
  near.on('error', () => heard.push('reset'));
  lateFar.on('data', (data) => heard.push(String(data)));
  late.write('late');
  far.resetAndDestroy();
  // Another way to the same server is slower than what isn't held.
  for (let count = 0; count < 20; count += 1) await clientOf({ port: there.target.port });
  expect(heard).toEqual([]);
  relay.mend();
  expect(await endOf(near)).toBe('ECONNRESET');
  await expect.poll(() => heard.toSorted()).toEqual(['late', 'reset']);
});

test('a delay delays each direction, and keeps the order and the end', async () => {
  const there = await serve();
  const delay_ms = { up: 30, down: 60 };
  const [near, far] = await pairOver(await relayTo(there.target, { delay_ms }), there);
  const began = performance.now();
  near.write('one');
  near.end('two');
  expect(await read(far, 6)).toBe('onetwo');
  expect(performance.now() - began).toBeGreaterThanOrEqual(30);
  expect(await endOf(far)).toBe('end');
  const answered = performance.now();
  far.end('three');
  expect(await read(near, 5)).toBe('three');
  expect(performance.now() - answered).toBeGreaterThanOrEqual(60);
  expect(await endOf(near)).toBe('end');
});

test('a rate is shared by all connections in turns, changes nothing, and ends come after it', async () => {
  const there = await serve();
  const relay = await relayTo(there.target, { bytes_per_s: { down: 500_000 }, delay_ms: { down: 20 } });
  const [[near, far], [otherNear, otherFar]] = [await pairOver(relay, there), await pairOver(relay, there)];
  const [large, small] = [randomBytes(100_000), randomBytes(10_000)];
  const ended: string[] = [];
  const receive = async (socket: Socket, name: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    ended.push(name);
    return Buffer.concat(chunks);
  };
  const began = performance.now();
  far.end(large);
  otherFar.end(small);
  const came = await Promise.all([receive(near, 'large'), receive(otherNear, 'small')]);
  expect(came.map((bytes, index) => bytes.equals([large, small][index] as Buffer))).toEqual([true, true]);
  expect(ended).toEqual(['small', 'large']);
  // 110,000 bytes at 500 a millisecond, and the delay.
  expect(performance.now() - began).toBeGreaterThanOrEqual(240);
});

test('what a rate holds back is dropped with its connection, and others continue', async () => {
  const there = await serve();
  const relay = await relayTo(there.target, { bytes_per_s: { down: 10_000 } });
  const [[near, far], [otherNear, otherFar]] = [await pairOver(relay, there), await pairOver(relay, there)];
  far.write(Buffer.alloc(1_000_000));
  await once(near, 'data');
  otherFar.write('me too');
  near.destroy();
  expect(await read(otherNear, 6)).toBe('me too');
});

test('a handshake holds back what a client sends first, and nothing else', async () => {
  const there = await serve((socket) => void socket.write('welcome'));
  const relay = await relayTo(there.target, { handshake_ms: 80 });
  const began = performance.now();
  const [near, far] = await pairOver(relay, there);
  near.write('first');
  expect(await read(near, 7)).toBe('welcome');
  expect(relay.counts().up_bytes).toBe(0);
  expect(await read(far, 5)).toBe('first');
  // Timers of Node count in whole milliseconds.
  expect(performance.now() - began).toBeGreaterThanOrEqual(79);
});

test('taps see all bytes in order, with the time at which they came, and pass on what they want to', async () => {
  const there = await serve(echo);
  const seen: { connection: number; text: string; at_ns: bigint }[] = [];
  let connections = 0;
  const relay = await relayTo(there.target, {
    tap: () => {
      connections += 1;
      const connection = connections;
      return {
        up(chunk, at_ns, pass) {
          seen.push({ connection, text: String(chunk), at_ns });
          pass(chunk);
        },
        down: (chunk, _, pass) => pass(Buffer.from(String(chunk).toUpperCase())),
      };
    },
  });
  const began_ns = process.hrtime.bigint();
  const [one, other] = [await clientOf(relay), await clientOf(relay)];
  for (const text of ['a', 'b', 'c']) {
    one.write(text);
    expect(await read(one, 1)).toBe(text.toUpperCase());
  }
  other.write('d');
  expect(await read(other, 1)).toBe('D');
  expect(seen.map(({ connection, text }) => `${connection}${text}`)).toEqual(['1a', '1b', '1c', '2d']);
  const times = [began_ns, ...seen.map(({ at_ns }) => at_ns), process.hrtime.bigint()];
  expect(times).toEqual(times.toSorted((a, b) => (a < b ? -1 : 1)));
});

test('closed, it leaves no connection and nobody who listens', async () => {
  const there = await serve();
  const relay = await openRelay(there.target);
  const ends = (await pairOver(relay, there)).map(endOf);
  await relay.close();
  await relay.close();
  expect(await Promise.all(ends)).toEqual(['end', 'end']);
  expect(await answers(relay.port)).toBe(false);
});

test('closed, it keeps no process alive, whatever was under way', async () => {
  const child = fork(path.join(import.meta.dirname, 'closing.ts'));
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('it leads from and to sockets of the file system', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const there = await serve(echo);
  const at = path.join(folder, 'socket');
  const inner = await relayTo(there.target, { path: at });
  const outer = await relayTo({ path: at });
  const client = await clientOf(outer);
  client.write('through both');
  expect(await read(client, 12)).toBe('through both');
  expect([inner, outer].map((relay) => relay.counts())).toEqual([
    { up_bytes: 12, down_bytes: 12, connections: 1 },
    { up_bytes: 12, down_bytes: 12, connections: 1 },
  ]);
  const end = endOf(client);
  inner.cut('reset');
  expect(await end).toBe('end');
});

test('a port that is taken is an error', async () => {
  const there = await serve();
  await expect(openRelay(there.target, { port: there.target.port })).rejects.toThrow('EADDRINUSE');
});
