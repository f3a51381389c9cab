import { expect, test } from 'vitest';
import {
  againOf,
  comparisonsFor,
  type Load,
  neededOf,
  type Plan,
  type RunManifest,
  type SampleRound,
  type Summary,
  summaryOf,
  tablesOf,
} from '../../src/results/index.ts';

const load: Load = { key: 'x', title: 'X', contestants: ['a', 'b', 'gone'], baseline: 'a' };
const contestant = (key: string, notRun: string | null = null) => ({ key, title: key, versions: {}, notRun });

const plan: Omit<Plan, 'comparisons' | 'needed'> = {
  title: 'Toy',
  question: '?',
  source: null,
  contestants: [
    contestant('a'),
    contestant('b'),
    contestant('gone', 'it is gone'),
    contestant('never'),
    contestant(againOf('a')),
  ],
  loads: [load],
  figures: [{ name: 'rate', title: 'Rates', unit: 'messages/s', better: 'more', notes: ['A rate.'] }],
  tables: [
    {
      key: 'rates',
      figure: 'rate',
      rows: ['x'],
      columns: ['a', 'b', 'gone', 'never'],
      baseline: 'a',
      published: { x: { a: 1000, b: 3000 } },
    },
  ],
  claims: [
    {
      key: 'b',
      what: 'b does three times what a does',
      why: 'Because.',
      published: { text: '3,000 over 1,000', ratio: 3 },
      here: { figure: 'rate', load: 'x', over: ['b', 'a'] },
    },
    {
      key: 'gone',
      what: 'gone does less',
      published: { text: '', ratio: null },
      why: '',
      here: { figure: 'rate', load: 'x', over: ['gone', 'a'] },
    },
    {
      key: 'large',
      what: 'more of it',
      published: { text: '', ratio: 2 },
      why: '',
      here: { figure: 'rate', load: 'large', over: ['b', 'a'] },
    },
  ],
  notRun: [],
  stopping: null,
  capacities: [],
  curves: [],
  floor: null,
};

/** A summary as --json prints it. */
function summarised(
  rounds: readonly SampleRound[],
  { pairs = 2, ...change }: Partial<Plan> & { pairs?: number } = {},
): Summary {
  const whole = { ...plan, ...change };
  const manifest: RunManifest = {
    format: 4,
    kind: 'lab',
    experiment: 'toy',
    id: 'id',
    seed: 1,
    size: 'quick',
    started: '2026-01-01T00:00:00Z',
    finished: '',
    command: '',
    options: {},
    ended: 'complete',
    git: null,
    versions: {},
    machine: { cpu: '', cores: 2, memory_bytes: 1, kernel: '', os: '', pinning: '', cpuSets: null },
    plan: {
      comparisons: comparisonsFor(whole),
      needed: neededOf(whole.loads, pairs, (key) => key !== 'gone'),
      ...whole,
    },
  };
  return summaryOf(
    manifest,
    rounds.map((round) => ({ round })),
  );
}

let number = 0;
function round(
  pair: number,
  contestant: string,
  rate: number | null,
  more: Partial<SampleRound> = {},
): SampleRound {
  number += 1;
  return {
    kind: 'sample',
    round: number,
    pair,
    load: 'x',
    contestant,
    started: '',
    figures: { rate },
    accounts: [],
    verdict: 'valid',
    reasons: [],
    remarks: [],
    surroundings: null,
    ...more,
  };
}

const broken = { code: 'account-broken', threshold: '', reading: '', remedy: '' };
const rounds = [
  round(1, 'a', 100),
  round(1, 'b', 200),
  round(1, againOf('a'), 110),
  round(2, againOf('a'), 96),
  round(2, 'b', 999, { verdict: 'void', reasons: [broken] }),
  round(2, 'b', 280),
  round(2, 'a', 120),
];
const summary = summarised(rounds);
const tableOf = (one: Summary) => tablesOf(one)[0];
const cell = (one: Summary, column: string) => tableOf(one)?.cells.find((found) => found.column === column);

test('a cell has the valid rounds’ figures, their middle, and the ratios within pairs', () => {
  expect(cell(summary, 'b')).toMatchObject({
    each: [200, 280],
    middle: 240,
    ratio: { each: [2, 280 / 120], interval: null },
    published: 3000,
    publishedRatio: 3,
    notRun: null,
  });
  expect(cell(summary, 'a')).toMatchObject({
    each: [100, 120],
    middle: 110,
    ratio: null,
    publishedRatio: null,
  });
});

test('a table has its figure’s title, unit, direction and notes, and may call it otherwise', () => {
  expect(tableOf(summary)).toMatchObject({
    title: 'Rates',
    figure: 'rate',
    unit: 'messages/s',
    better: 'more',
    notes: ['A rate.'],
  });
  const tables = plan.tables.map((table) => ({ ...table, title: 'Once more', notes: ['And more.'] }));
  expect(tableOf(summarised(rounds, { tables }))).toMatchObject({
    title: 'Once more',
    notes: ['A rate.', 'And more.'],
  });
  const unknown = plan.tables.map((table) => ({ ...table, figure: 'speed' }));
  expect(() => tableOf(summarised(rounds, { tables: unknown }))).toThrow(
    'the plan has no figure "speed": rate',
  );
});

test('where there is no figure the cell says why', () => {
  expect(cell(summary, 'gone')).toMatchObject({ each: [], middle: null, notRun: 'it is gone' });
  expect(cell(summary, 'never')).toMatchObject({ notRun: 'not asked of it' });
  const unread = summarised([round(1, 'b', null)]);
  expect(cell(unread, 'b')).toMatchObject({ notRun: 'it can’t be read here' });
  expect(cell(unread, 'a')).toMatchObject({ middle: null, notRun: null });
});

test('what never came while a round waited for it is slower than all that came', () => {
  const never = { beyond: ['rate'] };
  const half = summarised([round(1, 'a', 1), round(1, 'b', 2), round(2, 'a', 1), round(2, 'b', null, never)]);
  expect(cell(half, 'b')).toMatchObject({
    each: [2],
    beyond: 1,
    middle: null,
    ratio: { each: [2], beyond: 1 },
  });
  const all = summarised([round(1, 'a', 1), round(1, 'b', null, never)]);
  expect(cell(all, 'b')).toMatchObject({ each: [], beyond: 1, middle: null, ratio: null });
  expect(cell(all, 'b')?.notRun).toBe('it never came while it was waited for');
  expect(cell(all, 'a')).toMatchObject({ beyond: 0 });
});

test('the floor is how far the baseline lies from itself at most', () => {
  // 110 over 100, and 96 over 120.
  expect(tableOf(summary)?.floor).toBeCloseTo(0.25);
  expect(tableOf(summary)?.floors).toEqual({ x: expect.closeTo(0.25) });
  expect(tableOf(summarised([round(1, 'a', 1)]))?.floor).toBeNull();
});

test('a load with an A/A pair beyond what was waited for has no floor, whatever its other pairs found', () => {
  const never = { beyond: ['rate'] };
  const again = againOf('a');
  const some = summarised([...rounds, round(3, 'a', 100), round(3, again, null, never)]);
  expect(tableOf(some)).toMatchObject({ floor: null, floors: {}, unbounded: ['x'] });
  const all = summarised([round(1, 'a', 100), round(1, again, null, never)]);
  expect(tableOf(all)).toMatchObject({ floor: null, floors: {}, unbounded: ['x'] });
  expect(tableOf(summary)).toMatchObject({ unbounded: [] });
});

test('a claim says what is here, and how far that is from what was published', () => {
  const [b, gone, large] = summary.claims;
  const mean = Math.sqrt(2 * (280 / 120));
  expect(b?.here.ratio).toBeCloseTo(mean);
  expect(b?.factor).toBeCloseTo(mean / 3);
  expect(b?.here.text).toBe('240 over 110 messages/s: 2.16 (2 pairs from 2 to 2.33)');
  expect(gone).toMatchObject({ factor: null, here: { text: 'not run: it is gone', ratio: null } });
  expect(large?.here.text).toBe('not run: not part of a run of this size');
});

test('six pairs carry intervals', () => {
  const six = [1, 2, 3, 4, 5, 6].flatMap((pair) => {
    const both = [round(pair, 'a', 100 + pair), round(pair, 'b', 30_000 + pair)];
    return pair % 2 === 1 ? both : both.reverse();
  });
  const [claim] = summarised(six, { pairs: 6 }).claims;
  expect(claim?.here.interval).toMatchObject({ level: 0.95 });
  expect(claim?.here.text).toMatch(/^30,004 over 104 messages\/s: 290 \(95 %: 2\d\d to 2\d\d\)$/);
});

test('half of the rounds are enough where no interval is asked for, and six where one is', () => {
  expect(summary.enough).toBe(true);
  const withoutA = rounds.filter(({ contestant }) => contestant !== 'a');
  expect(summarised(withoutA).enough).toBe(false);
  expect(summarised(rounds, { pairs: 8 }).enough).toBe(false);
  expect(summarised(rounds, { pairs: 8, loads: [{ ...load, pairs: 2 }] }).enough).toBe(true);
});

test('void rounds are listed with their reasons', () => {
  expect(summary.void).toEqual([{ round: 5, contestant: 'b', load: 'x', reasons: [broken] }]);
});
