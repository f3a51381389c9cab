import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../src/places.ts';
import { typedFigures } from '../src/typed-figures.ts';

/**
 * What looks like a figure of ours and is none, by page: versions, settings that a source or the code states, what a
 * source published. Each as it stands in the page.
 */
const allowed: Record<string, readonly string[]> = {
  // What others' pages and releases say, with their sources.
  'index.md': ['since 3.5', 'Meteor 3.5', 'of 3.5 report'],
  'questions.md': ['3.3 in June', '3.4 in January', '3.5 in the months', 'supports each for 18'],
  'planner.md': ['70 %'],
  'claims.md': ['Since 3.5'],
  'workshop/3-fan-out.md': ['2 means twice as much'],
  'workshop/4-bad-chart.md': ['ten times rarer'],
};

/** What intervals are, and no figure. */
const always = ['95 % interval'];

test.each([
  ['It takes 11.6 ms.', '11.6 ms'],
  ['It takes 40KB of memory', '40KB'],
  ['Meteor needs 2.05 times the CPU', '2.05 times'],
  ['Meteor needs twice the CPU', 'twice the'],
  ['a ratio of 1.60 or so', '1.60'],
  ['within ±18 %', '18 %'],
  ['ten times as late', 'ten times'],
  ['three-fold', 'three-fold'],
  ['2x', '2x'],
])('"%s" is refused', (text, figure) => {
  expect(typedFigures(`# Page\n\n${text}\n`)).toEqual([{ line: 3, text: figure }]);
});

test.each([
  "It takes {{ fig('full200.p50.meteor') }}.",
  'In 2017, on Node 24, section 3, with version 3.6 or from 3.5 on.',
  'with `polling_ms: 10` and `2x`',
  '```sh\nnpm run compare -- --latency 40ms\n```',
  '[a page](https://example.com/40ms/1.5)',
  'A write in a room of 100 owes 100 deliveries',
  '<Chart of="full200/percentiles-fan-out"/>',
])('"%s" is not', (text) => {
  expect(typedFigures(`# Page\n\n${text}\n`)).toEqual([]);
});

test('what a page may say is left out, and nothing beside it', () => {
  expect(typedFigures('from 3.5 on, 3.6 ms', ['from 3.5 on'])).toEqual([{ line: 1, text: '3.6 ms' }]);
});

const files = globSync('**/*.md', { cwd: pages }).sort();

test.each(files)('%s has no figure that was typed', async (name) => {
  const text = await readFile(path.join(pages, name), 'utf8');
  const may = allowed[name] ?? [];
  expect(may.filter((one) => !text.includes(one))).toEqual([]);
  const found = typedFigures(text, [...may, ...always]);
  const remedy =
    `Take it from a recorded result: {{ fig('...') }}, npm run writeup -- --figures lists them. ` +
    'Put it into backticks if it is a setting, or allow it in test/typed.test.ts if it is no figure of ours.';
  expect(found, remedy).toEqual([]);
});
