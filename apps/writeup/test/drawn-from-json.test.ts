import { drawBlock } from '@meteor-vs-mean/report/drawing';
import { expect, test } from 'vitest';
import { drawBreaks } from '../src/breaks/draw.ts';
import { drawTrace } from '../src/way/draw.ts';
import type { Lane } from '../src/way/trace.ts';

const spread = (p50_ms: number) => ({ p25_ms: p50_ms - 1, p50_ms, p75_ms: p50_ms + 1, mean_ms: p50_ms });
const step = (name: string, p50_ms: number) => ({ name, ...spread(p50_ms) });

function lane(stack: string, write: Lane['write']): Lane {
  return {
    ...{
      stack,
      write,
      writes: 120,
      plain: spread(20),
      traced: spread(22),
      relaysAdd_ms: 2,
      sumOfSteps_ms: 21,
    },
    steps: [step('act-call', 4), step('call-write', 2), step('write-learned', 3), step('learned-change', 5)],
    beside: [step('act-ownRow', 3), step('acknowledged-learned', -1)],
    marks: { ownRow: spread(3), acknowledged: spread(8) },
  };
}

const trace = { lanes: ['meteor', 'mean'].flatMap((stack) => [lane(stack, 'add'), lane(stack, 'tick')]) };

test('the way is drawn a lane a stack, its steps end to end', () => {
  const { charts = [], tables = [] } = drawTrace(trace);
  expect(charts.map(({ id }) => id)).toEqual(['add', 'tick']);
  const [chart] = charts;
  const last = chart?.rows.findLast((row) => String(row[1]).startsWith('4.'));
  expect(last?.slice(0, 4)).toEqual([
    'MEAN',
    '4. the app, until the change leaves for the other browser',
    9,
    14,
  ]);
  expect(drawBlock({ kind: 'chart', chart: chart as NonNullable<typeof chart> })).toContain('<svg');
  expect(tables.map(({ caption }) => caption)).toEqual(['A todo is added', 'A todo is ticked']);
  expect(tables[0]?.rows[0]?.cells).toEqual(
    Array(2).fill({ text: '4.00 ms', sub: '3.00 to 5.00; mean 4.00' }),
  );
});

test('a step has one number, though a stack lacks one before it', () => {
  const checks = lane('mean', 'add');
  checks.steps.splice(1, 1, step('call-check', 1), step('check-write', 1));
  const [chart] = drawTrace({ lanes: [lane('meteor', 'add'), checks] }).charts ?? [];
  const numbers = (stack: string) =>
    chart?.rows.filter(([of]) => of === stack).map(([, what]) => Number.parseInt(String(what), 10));
  expect(numbers('Meteor')?.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(numbers('MEAN')?.slice(0, 5)).toEqual([1, 5, 6, 3, 4]);
});

const breaks = {
  slowClients: [
    {
      ...{ stack: 'mean', stopped_at_s: 5, owed: 1200, before_bytes: 5e7, peak_bytes: 8e7, rise_bytes: 3e7 },
      ...{ said: [{ after_s: 12, line: 'it reads too slowly' }], backAfter_s: 12, goneAfter_s: null },
      points: [0, 10, 20].map((at_s) => ({
        ...{ at_s, kept_bytes: 5e7 + at_s * 1e6, rss_bytes: 1e8, isConnected: true as boolean | null },
      })),
    },
  ],
  instances: [
    {
      ...{ stack: 'mean', mode: 'emit', writes: 40 },
      same: { lost: 0, p50_ms: 5, max_ms: 9 },
      other: { lost: 40, p50_ms: null, max_ms: null },
    },
  ],
};

test('what never came to the other instance is said, and not shown as a time', () => {
  const { charts = [], tables = [] } = drawBreaks(breaks);
  expect(tables[1]?.rows[0]?.cells.map(({ text }) => text)).toEqual(['5.00 ms', 'never', '-', '40 of 40']);
  const [chart] = charts;
  expect(chart?.rows.at(-1)).toEqual(['MEAN', 15, 70]);
  expect(drawBlock({ kind: 'chart', chart: chart as NonNullable<typeof chart> })).toContain('<svg');
  expect(tables[0]?.rows.map(({ cells: [one] }) => one?.text)).toContain('it still had one');
});

test('what came for less than half of the writes is no median', () => {
  const [run] = breaks.instances as [(typeof breaks.instances)[number]];
  const cells = (lost: number, p50_ms: number | null) => {
    const { tables = [] } = drawBreaks({
      ...breaks,
      instances: [{ ...run, other: { lost, p50_ms, max_ms: null } } as typeof run],
    });
    return tables[1]?.rows[0]?.cells.map(({ text }) => text);
  };
  expect(cells(30, null)).toEqual(['5.00 ms', 'beyond the drain', 'beyond the drain', '30 of 40']);
  expect(cells(10, 7)).toEqual(['5.00 ms', '7.00 ms', 'beyond the drain', '10 of 40']);
});

test('where the system shows no connections, none is said to be there', () => {
  const slowClients = breaks.slowClients.map((run) => ({
    ...run,
    points: run.points.map((point) => ({ ...point, isConnected: null })),
  }));
  const { tables = [] } = drawBreaks({ ...breaks, slowClients });
  expect(tables[0]?.rows.map(({ cells: [one] }) => one?.text)).toContain("it can't be seen on this system");
});

test("a toy's results are not drawn", () => {
  expect(() => drawTrace({ ...trace, toy: true })).toThrow('TOY=1');
  expect(() => drawBreaks({ ...breaks, toy: true })).toThrow('TOY=1');
});
