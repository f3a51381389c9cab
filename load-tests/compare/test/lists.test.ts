import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCompare } from '@meteor-vs-mean/results';
import { expect, onTestFinished, test } from 'vitest';
import { startCompare } from './command.ts';

test('subscribers in lists of 10, received by two processes: each is owed what its list got, and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'compare-lists-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const out = path.join(folder, 'run');
  const load = ['--clients', '24', '--rate', '20', '--duration', '2', '--rounds', '1', '--generators', '2'];
  const run = startCompare(
    ['--stacks', 'mean', '--scenarios', 'fan-out', '--audience', 'ten', ...load, '--out', out],
    {},
  );
  await run.ended;
  const { rounds } = await readCompare(out);
  // Where the machine was busy it has been run again.
  const round = rounds.at(-1);
  if (round?.kind !== 'deliveries') throw new Error('not a round of deliveries');
  expect(round).toMatchObject({ subscribers: 24, parents: 3, generators: 2, lost: 0, unexpected: 0 });
  // Writes go to the three lists in turn; the last has four subscribers.
  const inList = (list: number) => Math.ceil((round.stored - list) / 3);
  expect(round.expected).toBe(10 * inList(0) + 10 * inList(1) + 4 * inList(2));
  expect(round.delivered).toBe(round.expected);
  expect(round.witnesses.differing).toBe(0);
  expect(round.witnesses.checked).toBeGreaterThan(1);
  expect(round.generator?.cpu_ms).toBeGreaterThan(0);
}, 180_000);
