import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import {
  againOf,
  type Claim,
  type FigureTable,
  type PlannedTable,
  readCompare,
  type SampleRound,
  type Summary,
  tablesOf,
} from '@meteor-vs-mean/measure/results';
import { temporaryFolder, writeFixture } from '@meteor-vs-mean/measure/results/fixture';
import { sampleFixture, summarised } from '@meteor-vs-mean/measure/results/sample-fixture';
import { expect, test } from 'vitest';
import { ratiosChart } from '../src/charts/ratio-charts.ts';
import { table } from '../src/index.ts';
import { verdict } from '../src/verdict.ts';

const run = promisify(execFile);
const main = path.resolve(import.meta.dirname, '../src/main.ts');
const report = (...args: string[]) =>
  run(process.execPath, [main, ...args], { env: { ...process.env, NO_COLOR: '1' } });
const print = (summary: Summary) => stripVTControlCharacters(table(summary));
const speedOf = (summary: Summary) => tablesOf(summary)[0] as FigureTable;
const [speed, , , , bare] = sampleFixture().summary.plan.tables as readonly PlannedTable[] as [
  PlannedTable,
  PlannedTable,
  PlannedTable,
  PlannedTable,
  PlannedTable,
];

/** The summary with these noise floors: of loads that aren't among them the baseline was measured once. */
function withFloors(summary: Summary, floors: Record<string, number>): Summary {
  const again = againOf('node-ws');
  const comparisons = summary.comparisons
    .filter(({ a, load }) => a !== again || floors[load] !== undefined)
    .map((one) => {
      const high = 1 + (floors[one.load] ?? 0);
      const interval = { low: 1, high, level: 0.95 as const, method: '' };
      const widened = Object.entries(one.figures).map(([name, ratios]) => [name, { ...ratios, interval }]);
      return one.a === again ? { ...one, figures: Object.fromEntries(widened) } : one;
    });
  return { ...summary, comparisons };
}

/** The rounds, one of which waited for a figure that never came. */
function losing(rounds: readonly SampleRound[], load: string, contestant: string): SampleRound[] {
  const lost = rounds.findIndex((one) => one.load === load && one.contestant === contestant);
  return rounds.map((one, index) => (index === lost ? { ...one, beyond: ['per_s'] } : one));
}

test('a terminal shows each figure with its ratio, what was published beside it, and why there is none', () => {
  const text = print(sampleFixture().summary);
  expect(text).toMatch(/Two clients, one message at a time/);
  expect(text).toMatch(
    /│ {3}Bun’s own server +│ +[\d,]+ \([\d,]+ to [\d,]+\) │ +1\.\d\d \(95 %: 1\.\d\d to 1\.\d\d\) │ +44,000 \(ratio 2\.32\) │/,
  );
  expect(text).toContain('uWebSockets.js (not run: it isn’t on npm, and');
  expect(text).toContain('57,000 (ratio 3.00)');
  expect(text).toContain('Noise floor: Node with ws against itself lay within ±');
  expect(text).toContain('Node with ws: Node 24.21.0, ws 8.20.0');
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('Bun’s own server over Node with ws'));
  expect(lines[at + 1]).toBe('published: 44,000 against 19,000 a second (ratio 2.32)');
  expect(lines[at + 2]).toMatch(
    /^here: [\d,]+ over [\d,]+ a second: 1\.\d+ \(95 %: .*\); 0\.\d\d times the published ratio, so it is reproduced$/,
  );
  expect(lines[at + 3]).toMatch(/^why they may differ: Node 24/);
});

test('a difference inside the noise floor is not called one', () => {
  const summary = withFloors(sampleFixture().summary, { two: 2, fifty: 2 });
  const text = print(summary);
  expect(text).toContain('below our noise threshold');
  expect(text).toMatch(/^here: .* 1\.\d+ \(95 %: .*\), below our noise threshold; 0\.\d\d times/m);
  expect(verdict(summary)[1]).toContain(', below our noise threshold; noise floor');
  const { summary: one } = sampleFixture({ plan: { tables: [{ ...speed, rows: ['two'] }] } });
  expect(verdict(withFloors(one, { two: 2 }))[1]).toContain(
    '), below our noise threshold; noise floor ±200 %',
  );
});

test('each load is judged by its own floor', () => {
  const text = print(withFloors(sampleFixture().summary, { two: 2, fifty: 0.01 }));
  expect(text).toContain('floor ±200 %');
  expect(text).toContain('floor ±1 %');
  expect(text).toContain('itself lay within ±1 % to ±200 %, by load.');
  expect(text.match(/below our noise threshold *│/g)).toHaveLength(1);
});

test('a load whose baseline was measured once has no floor, and takes none from another load', () => {
  const text = print(withFloors({ ...sampleFixture().summary, claims: [] }, { two: 2 }));
  expect(text.match(/below our noise threshold *│/g)).toHaveLength(1);
  expect(text).toMatch(/Fifty clients .*no floor/);
  expect(text).toContain('Under a load without a floor the baseline was not measured twice');
});

test('a ratio of which one pair never came is shown as beyond the drain, the others are known', () => {
  const { manifest, rounds } = sampleFixture();
  const [, answer] = verdict(
    JSON.parse(JSON.stringify(summarised(manifest, losing(rounds, 'fifty', 'bun')))),
  );
  expect(answer).toMatch(
    /: Bun’s own server 1\.\d\d \(95 % .*\); Bun’s own server beyond the drain in 1 of 6 pairs \(Fifty clients\); noise/,
  );
});

test('at a load whose A/A has a pair beyond the drain no difference is seen, and the report says why', () => {
  const { manifest, rounds } = sampleFixture();
  const summary = summarised(manifest, losing(rounds, 'two', againOf('node-ws')));
  const text = print(summary);
  expect(text).toMatch(/Two clients, one message at a time .*floor without a bound/);
  expect(text.match(/below our noise threshold *│/g)).toHaveLength(1);
  expect(text).toMatch(
    /against itself lay within ±\d.*, by load; no bound under Two clients, one message at/,
  );
  expect(verdict(summary)[1]).toMatch(
    /; noise floor ±\d.*, no bound under Two clients.* beyond the drain\.$/,
  );
  expect(verdict(summary)[2]).toMatch(/^None of the published ratios .* or the noise has no bound\.$/);
  expect(text).not.toMatch(/NaN|∞|Infinity|reproduced/);
  const [chart] = ratiosChart(speedOf(summary), summary);
  for (const { plot } of chart?.panels ?? []) expect(JSON.stringify(plot(600).x)).not.toContain('null');
});

test('two tables of one title have captions with what their ratios are over', () => {
  const other = { ...speed, key: 'other', baseline: 'bun' };
  const text = print(sampleFixture({ plan: { tables: [speed, other] } }).summary);
  const captions = text.match(/Round trips \(a second\), next to .*?(?= │)/g) ?? [];
  expect(new Set(captions).size).toBe(2);
});

test('two tables of one title without ratios have captions with their loads', () => {
  const of = (key: string, rows: string[]) => ({ ...speed, key, title: 'CPU', baseline: null, rows });
  const { plan } = sampleFixture().summary;
  const loads = [
    ...plan.loads,
    { ...plan.loads[0], key: 'many', title: 'Many' } as (typeof plan.loads)[number],
  ];
  const tables = [of('a', ['fifty', 'two']), of('b', ['two', 'many']), of('c', ['two'])];
  const text = print(sampleFixture({ plan: { loads, tables } }).summary);
  const captions = text.match(/│ CPU.*?(?= +│)/g) ?? [];
  expect(captions).toHaveLength(3);
  expect(new Set(captions).size).toBe(3);
});

test('two sentences answer: the ratios, and how many published ones came out again', () => {
  const { summary } = sampleFixture();
  const [question, answer, published] = verdict(summary);
  expect(question).toBe(summary.plan.question);
  expect(answer).toMatch(
    /^Round trips \(a second\), as ratios over Node with ws: Bun’s own server 1\.\d\d \(.*\) to 1\.\d\d \(.*\); noise floor ±[\d.]+ % to ±[\d.]+ %\.$/,
  );
  expect(published).toMatch(
    /^The one published ratio is reproduced: Bun’s own server .* \(published 2\.32, here 1\.\d\d\)\.$/,
  );
  const claims = [4, 0.9].map((ratio): Claim => {
    const [claim] = summary.claims as [Claim];
    return { ...claim, published: { text: '', ratio }, factor: (claim.here.ratio ?? 0) / ratio };
  });
  expect(verdict({ ...summary, claims })[2]).toMatch(
    /^Of 2 published ratios 0 came out again within a factor of 2, 1 is different and in 1 the other side is ahead here: furthest off is .* \(published 4\.00, here 1\.\d\d\)\.$/,
  );
});

test('an experiment of ours answers without anything published', () => {
  const claims = sampleFixture().summary.plan.claims.map((claim) => ({
    ...claim,
    published: { text: 'nothing', ratio: null },
  }));
  const plan = { source: null, claims, tables: [bare] };
  const { summary } = sampleFixture({ plan });
  expect(verdict(summary)).toEqual([
    summary.plan.question,
    expect.stringMatching(
      /^Without ratios \(a second\): the most has Bun’s own server \(.*clients.*\), the least Node with ws/,
    ),
    expect.stringMatching(
      /^Bun’s own server .*: 1\.\d\d \(95 %: .*\)\. The experiment is ours, so there is nothing/,
    ),
  ]);
  expect(print(summary)).not.toMatch(/^published:/m);
  const { manifest, rounds } = sampleFixture({ plan: { ...plan, claims: [] } });
  const alike = rounds.map((round) => ({ ...round, figures: { per_s: 0 } }));
  expect(verdict(summarised(manifest, alike)).slice(1)).toEqual([
    'Without ratios (a second): 0 each.',
    'The experiment is ours, so there is nothing published to compare it with.',
  ]);
});

test('a contestant that isn’t asked at a load is named under the table, not in a row of it', () => {
  const { plan } = sampleFixture().summary;
  const loads = plan.loads.map((load) => ({
    ...load,
    contestants: load.contestants.filter((key) => load.key !== 'fifty' || key !== 'bun'),
  }));
  const { manifest, rounds } = sampleFixture({ plan: { loads, tables: [speed], claims: [] } });
  const text = print(
    summarised(
      manifest,
      rounds.filter((one) => one.load !== 'fifty' || one.contestant !== 'bun'),
    ),
  );
  expect(text).toContain('Left out, not asked of it: Bun’s own server (Fifty clients).');
  expect(text.match(/│ {3}Bun’s own server/g)).toHaveLength(1);
});

test('two pairs have no interval, and void rounds are shown with what is missing', () => {
  const { summary } = sampleFixture({ pairs: 2, voided: [1, 7] });
  const text = print(summary);
  expect(text).toContain('Rounds 1 and 7 are void by accounts: 990 of 1,000 messages. Look into it.');
  expect(text).toContain('fewer than six have no interval');
  expect(text).toContain('Fewer rounds than planned count, so the ranges are wide.');
  expect(text).toContain('Quick size: few pairs');
});

test('where nothing is valid, the reason is the answer', () => {
  const { summary } = sampleFixture({ pairs: 1, voided: [1, 2, 3, 4, 5, 6] });
  expect(verdict(summary)).toEqual([
    summary.plan.question,
    'No figures: of six rounds none counts, the first by accounts (990 of 1,000 messages). Look into it.',
  ]);
  expect(print(summary)).toContain('Node with ws (all rounds are void)');
});

test('npm run report draws a folder of the lab, and refuses to set two side by side', async () => {
  await using temporary = await temporaryFolder();
  const lab = await writeFixture(path.join(temporary.folder, 'lab'), sampleFixture());
  const { stdout } = await report(lab);
  expect(stdout).toContain('Round trips (a second), as ratios over Node with ws');
  const md = await readFile(path.join(lab, 'report.md'), 'utf8');
  expect(md).toMatch(/^## A simple WebSocket benchmark/);
  expect(md).toContain(
    '| Bun’s own server over Node with ws, in round trips a second of two clients | 2.32 | 1.',
  );
  expect(md).toContain('**Bun’s own server over Node with ws, in round trips a second of two clients**');
  expect(md).toContain('npm run lab -- ws-pingpong');
  await expect(readCompare(lab)).rejects.toThrow('is of kind "lab": here only compare will do');
  await expect(report(lab, lab)).rejects.toThrow('is of kind "lab"');
});
