import path from 'node:path';
import { readCompare, reference } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { expand } from '../src/expand.ts';
import { openPooled } from '../src/kinds/run.ts';
import type { Library } from '../src/library.ts';
import { recordedReference, references } from '../src/references/index.ts';

const figures = new Map([
  ['cpu.ratio', '1.79 (95 %: 1.68 to 1.92)'],
  ['level.ratio', '1.02 (95 %: 0.94 to 1.10), no difference seen'],
  ['p50', '13.6 ms'],
  ['last', '6.17 s'],
  ['lines', '1,288'],
]);
const library = {
  open: () => ({
    source: { folder: 'a', what: 'a run', command: 'npm run compare', of: 'a day' },
    recorded: { figure: (parts: string[]) => figures.get(parts.join('.')), names: [], page: 'report.html' },
  }),
  names: ['run'],
} as unknown as Library;
const page = (statement: string) =>
  expand(`<!-- holds: ${statement} -->\n## A finding\n`, 'page.md', library);

test.for([
  'run.cpu.ratio > 1',
  'run.level.ratio ~ 1',
  'run.p50 < 20',
  'run.lines > 1000',
  '1 < run.cpu.ratio',
])('a heading is built while %s holds', (statement) => expect(page(statement)).toMatch(/^## A finding\n/));

test.for(['run.level.ratio > 1', 'run.cpu.ratio ~ 1', 'run.p50 > 20', 'run.cpu.ratio > 1.7'])(
  'the build fails when the runs contradict %s',
  (statement) =>
    expect(() => page(statement)).toThrow(`pages/page.md: the recorded runs contradict "${statement}"`),
);

test('figures of two units are not compared', () => {
  expect(() => page('run.last < run.p50')).toThrow('name figures of one unit');
  expect(page('run.last > 2')).toMatch(/^## A finding/);
});

test('a statement that is none is refused', () => {
  expect(() => page('run.p50 is small')).toThrow('is no finding');
});

test('runs of one command are pooled: all their pairs, in an interval that holds the ratio of each', async () => {
  const folders = await Promise.all(
    [references.full200, references.again].map(async (one) =>
      path.join(reference, (await recordedReference(one)).folder),
    ),
  );
  const each = await Promise.all(folders.map(async (folder) => (await readCompare(folder)).summary));
  const pooled = await openPooled(folders);
  const pairs = each.map(({ plan }) => plan.stopping?.pairs ?? 0);
  expect(pooled.figure(['pairs'])).toBe(String(pairs.reduce((sum, one) => sum + one, 0)));
  const text = pooled.figure('p99.ratio.meteor-own-over-mean-own'.split('.')) ?? '';
  const [, low, high] = /\(95 %: ([\d.]+) to ([\d.]+)\)/.exec(text) ?? [];
  for (const { comparisons } of each) {
    const own = comparisons.find(({ a, b }) => a === 'meteor own' && b === 'mean own');
    const mean = own?.figures.p99_ms?.mean ?? Number.NaN;
    expect(mean).toBeGreaterThanOrEqual(Number(low) - 0.005);
    expect(mean).toBeLessThanOrEqual(Number(high) + 0.005);
  }
});
