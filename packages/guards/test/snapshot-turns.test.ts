import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Receiver, SnapshotTurns } from '../src/snapshot-turns.ts';

/** What the turns read of a connection. */
class Connection {
  writableLength = 0;
  bytesWritten = 0;
  destroyed = false;
  readonly remoteAddress = '127.0.0.1';

  send(bytes: number): void {
    this.writableLength += bytes;
    this.bytesWritten += bytes;
  }

  take(bytes: number): void {
    this.writableLength -= bytes;
  }

  destroy(): void {
    this.destroyed = true;
    this.writableLength = 0;
  }
}

let connections: Connection[];
let lines: string[];
let turns: SnapshotTurns;

beforeEach(() => {
  vi.useFakeTimers();
  connections = [];
  lines = [];
  const log = (line: string) => void lines.push(line);
  turns = new SnapshotTurns(10_000_000, connections as unknown as Socket[], log);
});
afterEach(() => void vi.useRealTimers());

function connect(): Connection {
  const connection = new Connection();
  connections.push(connection);
  return connection;
}

function receiverAt(connection: Connection): Receiver {
  return {
    key: connection,
    name: 'r',
    connection: connection as unknown as Socket,
    queued: 0,
    get isGone() {
      return connection.destroyed;
    },
    get hasTaken() {
      return connection.writableLength <= 64_000;
    },
    cut: () => connection.destroy(),
  };
}

/** Asks for a snapshot, and sends this many bytes once it may. */
function ask(connection: Connection, bytes: number, isObsolete = () => false) {
  const snapshot = { isSent: false };
  const weigh = async () => bytes;
  void turns.begin(receiverAt(connection), { weigh, isObsolete }).then((end) => {
    snapshot.isSent = true;
    connection.send(bytes);
    end();
  });
  return snapshot;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a client that reads gets all its snapshots, one after another', async () => {
  const connection = connect();
  const snapshots = [1, 2, 3].map(() => ask(connection, 8_000_000));
  await pass(100);
  expect(snapshots.map(({ isSent }) => isSent)).toEqual([true, false, false]);
  for (let i = 0; i < 3; i++) {
    connection.take(8_000_000);
    await pass(100);
  }
  expect(snapshots.every(({ isSent }) => isSent)).toBe(true);
  expect(lines).toEqual([]);
});

test('small snapshots are sent at once, in any number', async () => {
  const snapshots = Array.from({ length: 100 }, () => ask(connect(), 10_000));
  await pass(0);
  expect(snapshots.every(({ isSent }) => isSent)).toBe(true);
});

test('small snapshots pass slow readers, large ones wait', async () => {
  const slow = Array.from({ length: 4 }, () => connect());
  for (const each of slow) each.send(4_000_000);
  const large = ask(connect(), 1_000_000);
  const small = Array.from({ length: 100 }, () => ask(connect(), 10_000));
  await pass(100);
  expect(small.every(({ isSent }) => isSent)).toBe(true);
  expect(large.isSent).toBe(false);
});

test('a small snapshot waits for its own connection’s earlier data', async () => {
  const connection = connect();
  connection.send(20_000_000);
  const small = ask(connection, 10_000);
  await pass(100);
  expect(small.isSent).toBe(false);
  connection.take(20_000_000);
  await pass(100);
  expect(small.isSent).toBe(true);
});

test('a snapshot that is no longer needed holds no turn', async () => {
  connect().send(20_000_000);
  let isObsolete = false;
  const unwanted = ask(connect(), 8_000_000, () => isObsolete);
  await pass(100);
  expect(unwanted.isSent).toBe(false);
  isObsolete = true;
  await pass(100);
  expect(turns.waiting).toBe(0);
});

test('clients that do not read are cut while others wait, and memory stays limited', async () => {
  const stalled = Array.from({ length: 40 }, () => ask(connect(), 8_000_000));
  const reader = connect();
  const own = ask(reader, 8_000_000);
  let most = 0;
  for (let i = 0; i < 1000 && !own.isSent; i++) {
    await pass(100);
    most = Math.max(
      most,
      connections.reduce((sum, { writableLength }) => sum + writableLength, 0),
    );
  }
  expect(own.isSent).toBe(true);
  expect(most).toBeLessThan(30_000_000);
  expect(reader.destroyed).toBe(false);
  expect(stalled.every(({ isSent }) => isSent)).toBe(true);
  expect(lines.length).toBeGreaterThan(30);
});

test('a slow reader gets everything, though others wait', async () => {
  const slow = connect();
  ask(slow, 12_000_000);
  await pass(0);
  const other = ask(connect(), 8_000_000);
  while (slow.writableLength > 0) {
    slow.take(100_000);
    await pass(1000);
  }
  expect(slow.destroyed).toBe(false);
  expect(other.isSent).toBe(true);
});

test('a slow reader that asked for more gets everything, if no other client waits', async () => {
  const slow = connect();
  const [first, next] = [ask(slow, 200_000), ask(slow, 200_000)];
  for (let i = 0; i < 20 && !next.isSent; i++) {
    await pass(1000);
    slow.take(10_000);
  }
  expect([slow.destroyed, first.isSent, next.isSent]).toEqual([false, true, true]);
});

test('a closed client blocks nobody', async () => {
  const gone = connect();
  ask(gone, 20_000_000);
  await pass(0);
  const behind = ask(gone, 1);
  const other = ask(connect(), 8_000_000);
  await pass(100);
  expect(other.isSent).toBe(false);
  gone.destroy();
  await pass(100);
  expect([behind.isSent, other.isSent]).toEqual([true, true]);
});
