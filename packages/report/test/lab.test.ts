import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import {
  type GridSummary,
  type GridTable,
  readCompare,
  readGrid,
  summariseGrid,
} from '@meteor-vs-mean/measure/results';
import { fixture, temporaryFolder, writeFixture } from '@meteor-vs-mean/measure/results/fixture';
import { claimOf, gridFixture, writeGridFixture } from '@meteor-vs-mean/measure/results/grid-fixture';
import { expect, test } from 'vitest';
import { gridRatiosChart } from '../src/charts/ratio-charts.ts';
import { withFloors } from '../src/grid/outcome.ts';
import { gridVerdict } from '../src/grid/verdict.ts';
import { labTable } from '../src/index.ts';

const run = promisify(execFile);
const main = path.resolve(import.meta.dirname, '../src/main.ts');
const report = (...args: string[]) =>
  run(process.execPath, [main, ...args], { env: { ...process.env, NO_COLOR: '1' } });
const print = (summary: GridSummary) => stripVTControlCharacters(labTable(summary, gridFixture().manifest));
const speedOf = ({ tables }: GridSummary) => tables[0] as GridTable;

test('a terminal shows each figure with its ratio, what was published beside it, and why there is none', () => {
  const text = print(gridFixture().summary);
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
  const { summary } = gridFixture();
  const tables = summary.tables.map((table) => ({ ...table, floor: 2, floors: { two: 2, fifty: 2 } }));
  const text = print({ ...summary, tables });
  expect(text).toContain('no difference seen');
  expect(text).toMatch(/^here: .* 1\.\d+ \(95 %: .*\), no difference seen; 0\.\d\d times/m);
  expect(gridVerdict({ ...summary, tables })[1]).toContain(', no difference seen; noise floor');
  const [speed] = tables as unknown as [GridTable];
  const one = { ...speed, rows: ['two'], cells: speed.cells.filter(({ row }) => row === 'two') };
  expect(gridVerdict({ ...summary, tables: [one] })[1]).toContain(
    '), no difference seen; noise floor ±200 %',
  );
});

test('each load is judged by its own floor', () => {
  const { summary } = gridFixture();
  const [speed, ...others] = summary.tables as [GridTable, ...GridTable[]];
  const [noisy, quiet] = speed.rows as [string, string];
  const table = { ...speed, floor: 2, floors: { [noisy]: 2, [quiet]: 0.01 } };
  const text = print({ ...summary, tables: [table, ...others] });
  expect(text).toContain('floor ±200 %');
  expect(text).toContain('floor ±1 %');
  expect(text).toContain('itself lay within ±1 % to ±200 %, by load.');
  expect(text.match(/no difference seen *│/g)).toHaveLength(
    speed.cells.filter(({ row, ratio }) => row === noisy && ratio).length,
  );
});

test('a load whose baseline was measured once has no floor, and takes none from another load', () => {
  const { summary } = gridFixture();
  const [speed] = summary.tables as [GridTable];
  const [noisy] = speed.rows as [string, string];
  const text = print({ ...summary, claims: [], tables: [{ ...speed, floor: 2, floors: { [noisy]: 2 } }] });
  expect(text.match(/no difference seen *│/g)).toHaveLength(1);
  expect(text).toMatch(/Fifty clients .*no floor/);
  expect(text).toContain('Under a load without a floor the baseline was not measured twice');
});

test('a ratio of which a repeat never came is told as such, beside those that are known', () => {
  const { manifest, rounds } = gridFixture();
  const lost = rounds.findIndex(({ load, target }) => load === 'fifty' && target === 'bun');
  const away = rounds.map((one, index) => (index === lost ? { ...one, beyond: ['per_s'] } : one));
  const [, answer] = gridVerdict(JSON.parse(JSON.stringify(summariseGrid(manifest, away))));
  expect(answer).toMatch(
    /: Bun’s own server 1\.\d\d \(95 % .*\); Bun’s own server beyond the drain in 1 of 6 pairs \(Fifty clients\); noise/,
  );
});

test('under a load whose A/A has a pair beyond the drain no difference is seen, and the report says why', () => {
  const { manifest, rounds } = gridFixture();
  const lost = rounds.findIndex(({ load, again }) => load === 'two' && again);
  const away = rounds.map((one, index) => (index === lost ? { ...one, beyond: ['per_s'] } : one));
  const summary = withFloors(summariseGrid(manifest, away), manifest.plan);
  const text = print(summary);
  expect(text).toMatch(/Two clients, one message at a time .*floor without a bound/);
  expect(text.match(/no difference seen *│/g)).toHaveLength(1);
  expect(text).toMatch(
    /against itself lay within ±\d.*, by load; no bound under Two clients, one message at/,
  );
  expect(gridVerdict(summary)[1]).toMatch(
    /; noise floor ±\d.*, no bound under Two clients.* beyond the drain\.$/,
  );
  expect(gridVerdict(summary)[2]).toMatch(/^None of the published ratios .* or the noise has no bound\.$/);
  expect(text).not.toMatch(/NaN|∞|Infinity|reproduced/);
  const [chart] = gridRatiosChart(speedOf(summary), summary);
  for (const { plot } of chart?.panels ?? []) expect(JSON.stringify(plot(600).x)).not.toContain('null');
});

test('two tables of one title are told apart by what their ratios are over', () => {
  const { summary } = gridFixture();
  const speed = speedOf(summary);
  const [, other] = speed.columns as [string, string];
  const text = print({ ...summary, tables: [speed, { ...speed, key: 'other', baseline: other }] });
  const captions = text.match(/Round trips \(a second\), beside .*?(?= │)/g) ?? [];
  expect(new Set(captions).size).toBe(2);
});

test('two tables of one title without ratios are told apart by their loads', () => {
  const { summary } = gridFixture();
  const speed = speedOf(summary);
  const of = (rows: string[]): GridTable => ({ ...speed, title: 'CPU', baseline: null, rows });
  const text = print({ ...summary, tables: [of(['two']), of(['two', 'many']), of(['many'])] });
  const captions = text.match(/│ CPU.*?(?= +│)/g) ?? [];
  expect(captions).toHaveLength(3);
  expect(new Set(captions).size).toBe(3);
});

test('two sentences answer: the ratios, and how many published ones came out again', () => {
  const { summary } = gridFixture();
  const [question, answer, published] = gridVerdict(summary);
  expect(question).toBe(summary.question);
  expect(answer).toMatch(
    /^Round trips \(a second\), as ratios over Node with ws: Bun’s own server 1\.\d\d \(.*\) to 1\.\d\d \(.*\); noise floor ±[\d.]+ % to ±[\d.]+ %\.$/,
  );
  expect(published).toMatch(
    /^The one published ratio is reproduced: Bun’s own server .* \(published 2\.32, here 1\.\d\d\)\.$/,
  );
  const claims = [claimOf(speedOf(summary), 4), claimOf(speedOf(summary), 0.9)];
  expect(gridVerdict({ ...summary, claims })[2]).toMatch(
    /^Of 2 published ratios 0 came out again within a factor of 2, 1 is different and in 1 the other side is ahead here: furthest off is .* \(published 4\.00, here 1\.\d\d\)\.$/,
  );
});

test('an experiment of ours answers without anything published', () => {
  const { summary } = gridFixture();
  const tables = summary.tables.filter(({ key }) => key === 'bare');
  const claims = summary.claims.map((claim) => ({
    ...claim,
    published: { text: 'nothing', ratio: null },
    factor: null,
  }));
  expect(gridVerdict({ ...summary, tables, claims, source: null })).toEqual([
    summary.question,
    expect.stringMatching(
      /^Without ratios \(a second\): the most has Bun’s own server \(.*clients.*\), the least Node with ws/,
    ),
    expect.stringMatching(
      /^Bun’s own server .*: 1\.\d\d \(95 %: .*\)\. The experiment is ours, so there is nothing/,
    ),
  ]);
  expect(print({ ...summary, tables, claims, source: null })).not.toMatch(/^published:/m);
  const alike = tables.map((table) => ({
    ...table,
    cells: table.cells.map((cell) => ({ ...cell, middle: 0 })),
  }));
  expect(gridVerdict({ ...summary, tables: alike, claims, source: null })[1]).toMatch(/: 0 each\.$/);
  const none = { ...summary, claims: [], source: null, tables };
  expect(gridVerdict(none)[2]).toBe(
    'The experiment is ours, so there is nothing published to set beside it.',
  );
});

test('a target that isn’t asked under a load is told under the table, not in a row of it', () => {
  const { summary } = gridFixture();
  const speed = speedOf(summary);
  const unasked = { each: [], middle: null, ratio: null, published: null, publishedRatio: null };
  const cells = speed.cells.map((one) =>
    one.row === 'fifty' && one.column === 'bun' ? { ...one, ...unasked, notRun: 'not asked of it' } : one,
  );
  const text = print({ ...summary, tables: [{ ...speed, cells }], claims: [] });
  expect(text).toContain('Left out, not asked of it: Bun’s own server (Fifty clients).');
  expect(text.match(/│ {3}Bun’s own server/g)).toHaveLength(1);
});

test('two repeats carry no interval, and void rounds are said with what is missing', () => {
  const { summary } = gridFixture({ repeats: 2, voided: [1, 7] });
  const text = print(summary);
  expect(text).toContain('Rounds 1 and 7 are void by accounts: 990 of 1,000 messages. Look into it.');
  expect(text).toContain('fewer than six carry no interval');
  expect(text).toContain('Fewer rounds than planned count, so the ranges are wide.');
  expect(text).toContain('Quick size: few repeats');
});

test('where nothing is valid, the reason is the answer', () => {
  const { summary } = gridFixture({ repeats: 1, voided: [1, 2, 3, 4, 5, 6] });
  expect(gridVerdict(summary)).toEqual([
    summary.question,
    'No figures: all rounds are void, the first by accounts (990 of 1,000 messages). Look into it.',
  ]);
  expect(print(summary)).toContain('Node with ws (all rounds are void)');
});

test('npm run report knows a folder of the lab from one of compare', async () => {
  await using temporary = await temporaryFolder();
  const lab = await writeGridFixture(path.join(temporary.folder, 'lab'), gridFixture());
  const compare = await writeFixture(path.join(temporary.folder, 'compare'), fixture());
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
  await expect(readGrid(compare)).rejects.toThrow('is of kind "compare": here only lab, browser,');
  await expect(report(lab, lab)).rejects.toThrow('is of kind "lab"');
});
