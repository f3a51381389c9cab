import type { Socket as NetSocket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type Receiver, SnapshotTurns } from '../src/snapshot-turns.ts';

const large = { bytes: 100_000 };
const small = { bytes: 3 };

/** What the turns read of a connection. */
class Connection {
  readonly remoteAddress = '127.0.0.1';
  readonly _handle = { writeQueueSize: 0 };
  _bytesDispatched = 0;
  isDestroyed = false;

  get writableLength(): number {
    return this._handle.writeQueueSize;
  }

  send(bytes: number): void {
    this._handle.writeQueueSize += bytes;
    this._bytesDispatched += bytes;
  }

  take(bytes: number): void {
    this._handle.writeQueueSize -= bytes;
  }

  destroy(): void {
    this.isDestroyed = true;
    this._handle.writeQueueSize = 0;
  }
}

/** A receiver that asks for something large while it has a connection full of unread data. */
function askBeside(connection: Connection): void {
  vi.useFakeTimers();
  connection.send(10_000_000);
  const budget = new SnapshotTurns(1_000_000, [connection as unknown as NetSocket], () => {});
  // While it is unread, nothing else has room.
  void budget.admit(receiver(false), 100_000);
  void budget.admit(receiver(true), 1_000_000);
}

afterEach(() => void vi.useRealTimers());

/** Reads everything that it is sent, or nothing. */
function receiver(hasTaken: boolean): Receiver & { hasTaken: boolean; isGone: boolean } {
  return { key: {}, name: 'r', isGone: false, hasTaken, connection: undefined, queued: 1, cut() {} };
}

test('a client that reads nothing and keeps asking doesn’t block others', async () => {
  const budget = new SnapshotTurns(64_000_000, [], () => {});
  const stalled = Array.from({ length: 8 }, () => receiver(false));
  await Promise.all(stalled.map((each) => budget.read(each, async () => large)));
  const done: Receiver[] = [];
  const again = stalled.map((each) => budget.read(each, async () => large).then(() => done.push(each)));
  for (const json of [small, large]) expect(await budget.read(receiver(true), async () => json)).toBe(json);
  expect(done).toEqual([]);
  // Each answer comes after the client read the previous one, and a closed client waits for nothing.
  for (const [k, each] of stalled.entries()) {
    if (k % 2) each.hasTaken = true;
    else each.isGone = true;
  }
  await Promise.all(again);
});

test('an answer larger than the budget is sent alone, with small ones at the same time', async () => {
  const budget = new SnapshotTurns(50_000, [], () => {});
  const [slow, next] = [receiver(false), receiver(true)];
  await budget.read(slow, async () => large);
  let isRead = false;
  const waiting = budget
    .read(next, async () => large)
    .then(() => {
      isRead = true;
    });
  expect(await budget.read(receiver(true), async () => small)).toBe(small);
  expect(isRead).toBe(false);
  slow.hasTaken = true;
  await waiting;
});

test('a failed read ends its turn', async () => {
  const budget = new SnapshotTurns(64_000_000, [], () => {});
  const one = receiver(true);
  await expect(budget.read(one, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await budget.read(one, async () => small)).toBe(small);
});

test('a client that reads a little now and then is cut while others wait', async () => {
  const connection = new Connection();
  askBeside(connection);
  for (let n = 0; n < 50; n += 1) {
    connection.take(1000);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(connection.isDestroyed).toBe(true);
});

test('a slow reader is not cut, though others wait and it is sent more', async () => {
  const connection = new Connection();
  askBeside(connection);
  for (let n = 0; n < 50; n += 1) {
    connection.take(10_000);
    connection.send(20_000);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(connection.isDestroyed).toBe(false);
});
