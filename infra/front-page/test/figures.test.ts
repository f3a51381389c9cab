import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withFigures } from '../figures.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

test("the five figures of the front page are the recorded run's", async () => {
  expect(readme, 'run: node infra/front-page/figures.ts').toBe(await withFigures(readme));
  expect(readme.match(/^\|.*\| [\d.]+ \(.*\).*\|$/gm)).toHaveLength(5);
});

test('a figure that was typed by hand is found', async () => {
  const wrong = readme.replace(/\| (\d\.\d\d) \(/, '| 9.99 (');
  expect(wrong).not.toBe(readme);
  expect(await withFigures(wrong)).toBe(readme);
});

test('there are no other figures: no ratio, interval, millisecond or kilobyte elsewhere', () => {
  const [before = '', , after = ''] = readme.split(/<!-- five figures[^>]*-->/);
  const typed = `${before}${after}`.match(/\b\d+(\.\d+)? (ms|KB|µs)\b|\b\d\.\d\d\b(?!\.\d)/g);
  expect(typed).toBeNull();
});

test('its parts are in order', () => {
  const parts = [
    'npm ci && npm run compare',
    'docs/report.png',
    'docs/side-by-side.png',
    '<!-- five figures',
    '## Four things to do with it',
    '## Where things are',
    '## Your own app, in ten lines',
    '## Limits',
    'MIT licence',
  ].map((part) => readme.indexOf(part));
  expect(parts).not.toContain(-1);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
});

test.for(['docs/report.png', 'docs/side-by-side.png'])('%s exists, and loads fast', (picture) => {
  expect(statSync(path.join(root, picture)).size).toBeLessThan(200_000);
});

test('every linked file and folder exists', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link as string);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links.filter((one) => !/^https?:/.test(one))) {
    expect(() => statSync(path.join(root, link)), link).not.toThrow();
  }
});
