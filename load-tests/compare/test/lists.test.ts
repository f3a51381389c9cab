import { expect, test } from 'vitest';
import { runHere } from './run-here.ts';

test('subscribers in lists of 10, received by two processes: each is owed what its list got, and nothing else', async () => {
  const load = ['--clients', '24', '--rate', '20', '--duration', '2', '--rounds', '1', '--generators', '2'];
  const stack = ['--stacks', 'mean', '--scenarios', 'fan-out', '--audience', 'ten', '--no-install'];
  const { rounds } = await runHere([...stack, ...load], { noneAgain: true });
  const [round] = rounds;
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
