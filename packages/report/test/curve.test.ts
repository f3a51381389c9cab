import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { curveFixture } from '@meteor-vs-mean/measure/results/curve-fixture';
import { temporaryFolder, writeFixture } from '@meteor-vs-mean/measure/results/fixture';
import { expect, test } from 'vitest';
import { table, writeReport } from '../src/index.ts';

const text = stripVTControlCharacters(table(curveFixture().summary));

/** The cells of the rows that hold all of these. */
function rows(...words: string[]): string[][] {
  return text
    .split('\n')
    .filter((line) => words.every((word) => line.includes(word)))
    .map((line) => line.split('│').map((cell) => cell.trim()));
}

test('each level of each contestant is a row, with what made it fail', () => {
  expect(rows('│ 100 ', 'Meteor')[0]?.slice(2, 4)).toEqual(['Meteor', '12.5 ms']);
  expect(rows('│ 1,000 ', 'Meteor')[0]?.at(-2)).toContain('failed');
  expect(rows('│ 1,000 ', 'MEAN')[0]?.at(-2)).toBe('yes');
  expect(text).toContain('500 of 5000 deliveries lost');
  expect(text).toContain(
    'Meteor: oplog, ddp-sockjs; server transport sockjs; driver OplogObserveDriver; permessage-deflate.',
  );
});

test('what a query costs has an interval, says that it has none, or that no growth is seen', () => {
  const [meteor, mean] = [rows('│ Meteor ', ' µs'), rows('│ MEAN ', ' µs')].map(([cells]) => cells);
  expect(meteor?.[2]).toMatch(/^24\.\d µs$/);
  expect(meteor?.at(-2)).toBe('100');
  expect(text).toContain('two levels: no interval');
  expect(mean?.[2]).toMatch(/^-?0\.\d µs \(95 %: -\d\.\d to \d\.\d\)$/);
  expect(text).toContain('no growth seen');
});

test('the sentences say how the cost grows, how far each came, and by which reading it ended', () => {
  expect(text).toMatch(
    /Meteor needs 24\.\d µs more CPU for a write with each live query \(no interval\), from 10\.1 ms at 1 to 12\.5 ms at 100; it failed at 1,000: 500 of 5000 deliveries lost, p99 beyond the drain/,
  );
  expect(text).toMatch(
    /With MEAN no growth of CPU per write is seen up to 1,000 live queries \(.* 95 %: .*\); it held 1,000, the most that was requested\./,
  );
});

test('the report has the chart with all its numbers, and the tables', async () => {
  await using temporary = await temporaryFolder();
  const folder = await writeFixture(path.join(temporary.folder, 'curve'), curveFixture());
  await writeReport(folder);
  const html = await readFile(path.join(folder, 'report.html'), 'utf8');
  expect(html).toContain('CPU per write against distinct live queries');
  const csv = await readFile(path.join(folder, 'charts/curves.csv'), 'utf8');
  const lines = csv.trim().split('\r\n');
  expect(lines[0]).toBe('contestant,queries,round,verdict,validity,cpu_ms_per_write,fitted,p50_ms,p99_ms');
  expect(lines).toHaveLength(1 + 12);
  const markdown = await readFile(path.join(folder, 'report.md'), 'utf8');
  expect(markdown).toContain('### What a live query costs');
  expect(markdown).toContain('it failed at 1,000');
});
