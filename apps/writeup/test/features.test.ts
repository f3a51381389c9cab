import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(import.meta.dirname, '../pages/features.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Feature'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

test('every cell rests on a test, on code, on a measurement, or on a source with its date', () => {
  expect(rows.length).toBeGreaterThan(15);
  for (const [feature, ...cells] of rows) {
    expect(cells, feature).toHaveLength(2);
    for (const cell of cells) {
      expect(cell, feature).toMatch(/\]\((repo:|\.\/|https:\/\/[^)]+\)[^)]* \d{4}-\d{2}-\d{2}[;)])/);
    }
  }
});

test('the files that it links to exist', () => {
  const files = [...page.matchAll(/\]\(repo:([^)#]+)/g)].map(([, file]) => file as string);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
