import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { JourneyAccount } from '../../src/journey/account.ts';
import type { Line } from '../../src/journey/line.ts';
import { JourneyLog } from '../../src/journey/log.ts';
import { logsIn, mergedLines } from '../../src/journey/merge.ts';
import { temporaryFolder } from '../folder.ts';

const ends = (at_us: number, user: string): Line => ['E', at_us, user, 'room', 0];

test('lines of several logs come in the order of their times, whatever their chunks', () => {
  const dir = temporaryFolder();
  const logs = [0, 1, 2].map(() => new JourneyLog(dir));
  // Longer than a chunk, with letters of several bytes at its edges.
  const user = 'ü'.repeat(1000);
  for (let at_us = 0; at_us < 3000; at_us++) logs[at_us % 3]?.write(ends(at_us, user));
  for (const log of logs) log.flush();
  const lines = [...mergedLines(logsIn(dir))];
  expect(lines).toEqual(Array.from({ length: 3000 }, (_, at_us) => ends(at_us, user)));
});

test('a line that was written late keeps its place among those of its log, half a line is left out', () => {
  const dir = temporaryFolder();
  const [one, two] = [new JourneyLog(dir), new JourneyLog(dir)];
  for (const at_us of [10, 30, 20, 50]) one.write(ends(at_us, 'one'));
  for (const at_us of [25, 35]) two.write(ends(at_us, 'two'));
  one.flush();
  two.flush();
  appendFileSync(
    logsIn(dir).find((file) => readFileSync(file, 'utf8').includes('one')) as string,
    '["E",60,"o',
  );
  const order = [...mergedLines(logsIn(dir))].map(([, at_us]) => at_us);
  expect(order).toEqual([10, 25, 30, 20, 35, 50]);
  expect(logsIn(join(dir))).toHaveLength(2);
});

/** Writes of ten users that follow one room, one a millisecond, each delivered to all. */
function* lines(count: number): Generator<Line> {
  const users = Array.from({ length: 10 }, (_, n) => `user-${n}`);
  for (const user of users) yield ['F', 0, user, 'room', 1];
  for (let n = 0; n < count; n++) {
    const [at_us, id] = [1000 * (n + 1), `${n}`];
    const user = users[n % 10] as string;
    const write = { kind: 'added', id, audience: 'room', step: 'add', due_us: at_us, own: true };
    yield ['W', at_us, user, write];
    for (const one of users) yield ['D', at_us + 500, one, 'added', id, 0];
    yield ['A', at_us + 600, user, 'added', id, 'acknowledged'];
    // A witness that leaves and returns: what is older than all of them is forgotten.
    if (n % 100 === 0) {
      const leaving = users[(n / 100) % 10] as string;
      yield ['E', at_us + 700, leaving, 'room', 0];
      yield ['F', at_us + 800, leaving, 'room', 1];
    }
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapOf(count: number): number {
  const account = new JourneyAccount(100, new Set());
  for (const line of lines(count)) account.take(line);
  expect(account.lost).toBe(0);
  expect(account.seen).toBeGreaterThan(9 * (count - 200));
  collect();
  const used = process.memoryUsage().heapUsed;
  // Keeps it until here.
  expect(account.doubled).toBe(0);
  return used;
}

test('the account takes no more memory for a hundred thousand writes than for ten thousand', () => {
  heapOf(10_000);
  const few = heapOf(10_000);
  const many = heapOf(100_000);
  expect((many - few) / 2 ** 20).toBeLessThan(5);
});
