import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  deliveryRound,
  fixture,
  mean,
  meteor,
  temporaryFolder,
  writeFixture,
} from '@meteor-vs-mean/measure/results/fixture';
import { sampleFixture } from '@meteor-vs-mean/measure/results/sample-fixture';
import { expect, test } from 'vitest';
import { table, writeReport } from '../src/index.ts';
import { toySentence } from '../src/toy.ts';

const pairs = [1, 2].flatMap((pair) => [
  deliveryRound(meteor, 2 * pair - 1, pair, { p50: 12 }),
  deliveryRound(mean, 2 * pair, pair),
]);

test('a toy says so in the first line of a terminal, and has no verdict', () => {
  const { summary } = fixture({ deliveries: pairs, manifest: { size: 'toy' } });
  const text = stripVTControlCharacters(table(summary));
  expect(text.startsWith(toySentence)).toBe(true);
  expect(text).not.toContain('times as late');
  const lab = sampleFixture({ manifest: { size: 'toy' } });
  const labText = stripVTControlCharacters(table(lab.summary));
  expect(labText.startsWith(toySentence)).toBe(true);
});

test('so do the title and the first lines of its report, in HTML and in Markdown', async () => {
  await using temporary = await temporaryFolder();
  const made = fixture({ deliveries: pairs, manifest: { size: 'toy' } });
  const ofCompare = await writeFixture(path.join(temporary.folder, 'compare'), made);
  const lab = sampleFixture({ manifest: { size: 'toy' } });
  const ofLab = await writeFixture(path.join(temporary.folder, 'lab'), lab);
  for (const folder of [ofCompare, ofLab]) {
    await writeReport(folder);
    const lines = (await readFile(path.join(folder, 'report.md'), 'utf8')).split('\n');
    expect(lines[0]).toMatch(/^## Toy run, no result: /);
    expect(lines.slice(0, 8).join('\n')).toContain('Its figures say nothing');
    const html = await readFile(path.join(folder, 'report.html'), 'utf8');
    expect(html).toMatch(/<title>Toy run, no result: /);
    expect(html.indexOf('Its figures say nothing')).toBeGreaterThan(0);
  }
});
