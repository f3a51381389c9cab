import { stripVTControlCharacters } from 'node:util';
import type { CompareFolder } from '@meteor-vs-mean/measure/results';
import { deliveryRound, fixture, mean, meteor } from '@meteor-vs-mean/measure/results/fixture';
import { expect, test } from 'vitest';
import { machinesOf } from '../src/machines.ts';
import { machinesReport } from '../src/machines-report.ts';
import { sideBySideBlocks } from '../src/side-by-side.ts';
import { terminal } from '../src/terminal.ts';

/** Six pairs on a machine of so many cores. @param factor of Meteor's p50 over MEAN's; @param losing pairs in which Meteor loses most */
function sixPairs(
  factor: number,
  cores: number,
  { rate, losing = 0 }: { rate?: number; losing?: number } = {},
) {
  const { manifest } = fixture();
  return fixture({
    deliveries: [1, 2, 3, 4, 5, 6].flatMap((pair) => [
      deliveryRound(meteor, 2 * pair - 1, pair, {
        p50: 8 * factor * (1 + pair / 100),
        lost: pair <= losing ? 2600 : 0,
      }),
      deliveryRound(mean, 2 * pair, pair, { p50: 8 }),
    ]),
    manifest: {
      machine: { ...manifest.machine, cores },
      ...(rate === undefined ? {} : { options: { ...manifest.options, rate } }),
    },
  });
}

test('runs of the same command on the same versions are run again by one command', () => {
  const runs = machinesOf([sixPairs(1.5, 2), sixPairs(1.6, 4)] as unknown as CompareFolder[], ['A', 'B']);
  const again = machinesReport(runs).sections.find(({ id }) => id === 'again');
  expect(again?.blocks.slice(0, 2)).toEqual([
    expect.objectContaining({ text: 'A and B' }),
    expect.objectContaining({ kind: 'command', text: expect.stringMatching(/^git checkout c0ffee/) }),
  ]);
  expect(again?.blocks.filter(({ kind }) => kind === 'command')).toHaveLength(1);
});

function report(runs: ReturnType<typeof sixPairs>[]): string {
  const names = ['A', 'B', 'C'].slice(0, runs.length);
  const machines = machinesOf(runs as unknown as CompareFolder[], names);
  return stripVTControlCharacters(terminal(sideBySideBlocks(machinesReport(machines))));
}

test('runs of three machines are a table of ratios by machine, with the spread', () => {
  const text = report([sixPairs(1.5, 2), sixPairs(1.6, 4), sixPairs(1.8, 8)]);
  expect(text).toMatch(/^A: 2 cores/m);
  expect(text).toMatch(/^C: 8 cores/m);
  expect(text).toMatch(/Meteor \/ MEAN, fan-out: p50 1\.5\d to 1\.8\d on 3 machines/);
  expect(text).not.toContain('differs from A');
});

test('a machine that lost most of its deliveries makes no ratio look better', () => {
  const text = report([sixPairs(1.5, 2), sixPairs(1.6, 4), sixPairs(1.1, 8, { losing: 4 })]);
  expect(text).toContain('Meteor / MEAN, fan-out: p50 beyond the drain on 1 of 3 machines');
  expect(text).toMatch(/latency p50 .*in 4 of 6 pairs\) │ +no spread \(one lies beyond the drain\)/);
  expect(text).not.toContain('1.10');
});

test('another load is warned of, and machines that look the same are named', () => {
  const text = report([sixPairs(1.5, 2), sixPairs(1.6, 2), sixPairs(1.8, 8, { rate: 50 })]);
  expect(text).toContain('C differs from A in rate');
  expect(text).toContain('they may be one');
});
