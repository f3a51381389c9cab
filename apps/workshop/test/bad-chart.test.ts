import { newestReference, readCompare, readRoundFiles } from '@meteor-vs-mean/measure/results';
import type { Chart, Panel, Table } from '@meteor-vs-mean/report/drawing';
import { expect, test } from 'vitest';
import { badChart } from '../src/charts/bad-chart.ts';
import { statements } from '../src/charts/statements.ts';
import { check } from './command.ts';

const folder = await newestReference('full-200');
const run = await readCompare(folder);
const { summary, rounds, latencies } = run;
const {
  charts: [chart],
  tables: [table],
} = badChart(run) as { charts: [Chart]; tables: [Table] };

/** For each of a stack's rounds, the value below which a share of its deliveries lies. */
function each(stack: string, share: number): number[] {
  return rounds
    .filter((round) => round.kind === 'deliveries' && round.contestant === stack && round.verdict === 'valid')
    .map(({ round }) => (latencies.get(round)?.getValueAtPercentile(100 * share) as number) / 1000);
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('the bad chart has misleading numbers: fastest 95 %, p99 of each round, their mean', () => {
  const numbers = Object.fromEntries(chart.rows.map(([stack, ms]) => [stack, ms]));
  expect(numbers.Meteor).toBeCloseTo(meanOf(each('meteor', 0.99 * 0.95)), 2);
  expect(numbers.MEAN).toBeCloseTo(meanOf(each('mean', 0.99 * 0.95)), 2);
  const { x } = (chart.panels[0] as Panel).plot(760) as { x: { domain: [number, number] } };
  expect(x.domain[0]).toBeGreaterThan(0);
  expect(x.domain[0]).toBeLessThan(Math.min(numbers.Meteor as number, numbers.MEAN as number));
});

test('corrected, they are the figures of the report', () => {
  const rows = table.rows.map(({ cells }) => cells.map(({ text, sub }) => [text, sub]));
  const p99 = (stack: string) =>
    summary.results
      .find((one) => one.key === stack && one.load === 'fan-out')
      ?.figures.p99_ms?.value?.toFixed(1);
  expect(rows[2]?.map(([text]) => text)).toEqual([
    `${p99('meteor')} ms`,
    `${p99('mean')} ms`,
    expect.any(String),
  ]);
  const ratio = summary.comparisons.find(({ load }) => load === 'fan-out')?.figures.p99_ms;
  expect(rows[3]?.[2]).toEqual([
    ratio?.mean.toFixed(2),
    `95 %: ${ratio?.interval?.low.toFixed(2)} to ${ratio?.interval?.high.toFixed(2)}`,
  ]);
});

test("the true statements about the chart hold: a pair's rounds share a schedule, and none was void", async () => {
  const fanOut = rounds.filter(
    ({ load, contestant }) => load === 'fan-out' && ['meteor', 'mean'].includes(contestant),
  );
  expect(fanOut.filter(({ verdict }) => verdict === 'void')).toEqual([]);
  const packed = await readRoundFiles(folder);
  const schedules = fanOut.map(({ round, pair }) => ({
    pair,
    due: JSON.stringify(JSON.parse(packed.get(round)?.get('schedule.json') ?? '').due_us),
  }));
  for (const pair of Map.groupBy(schedules, (one) => one.pair).values()) {
    expect(new Set(pair.map(({ due }) => due)).size).toBe(1);
  }
  // With one round, a mean would not be misleading.
  expect(each('meteor', 0.5).length).toBeGreaterThan(1);
});

test('the checkpoint accepts exactly the letters of the flaws', async () => {
  const lies = statements.filter(({ isTrue }) => isTrue).map(({ letter }) => letter);
  const right = await check(['4', ...lies]);
  expect(right.output).toContain('It worked.');
  expect(right.code).toBe(0);

  const some = await check(['4', `${lies[0]},a`]);
  expect(some.code).toBe(1);
  expect(some.output).toMatch(/missing\s+a\s+is not true: the axis says milliseconds/);
  expect(some.output).toMatch(/Still missing\s+3 more/);

  const none = await check(['4']);
  expect(none.code).toBe(1);
  expect(none.output).toContain('Answer');
});
