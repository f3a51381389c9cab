import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withVerdict } from '../verdict.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

test("the verdict of the front page has the recorded runs' figures", async () => {
  expect(readme, 'run: node infra/front-page/verdict.ts').toBe(await withVerdict(readme));
});

test('a figure that was typed by hand is found', async () => {
  const wrong = readme.replace(/\d\.\d\d times/, '9.99 times');
  expect(wrong).not.toBe(readme);
  expect(await withVerdict(wrong)).toBe(readme);
});

test('there are no other figures: no ratio, interval, millisecond or kilobyte elsewhere', () => {
  const [before = '', , after = ''] = readme.split(/<!-- verdict[^>]*-->/);
  const typed = `${before}${after}`.match(/\b\d+(\.\d+)? (ms|KB|µs)\b|\b\d\.\d\d\b(?!\.\d)/g);
  expect(typed).toBeNull();
});

test('the first screen has what it is, the verdict, two commands and two pictures, in 250 words', () => {
  const [first = ''] = readme.split('## What it takes');
  const words = first.replace(/<!--[\s\S]*?-->|!\[[^\]]*\]\([^)]*\)/g, '').match(/[\p{L}\d]+/gu) ?? [];
  expect(words.length).toBeLessThan(250);
  const parts = [
    '# Meteor or MEAN?',
    'OWNER.github.io',
    '<!-- verdict',
    'docs/curve.png',
    'npm ci && npm run compare',
    'docs/side-by-side.png',
  ].map((part) => first.indexOf(part));
  expect(parts).not.toContain(-1);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
});

test.for(['docs/curve.png', 'docs/side-by-side.png'])('%s exists, and loads fast', (picture) => {
  expect(statSync(path.join(root, picture)).size).toBeLessThan(200_000);
});

test('every linked file and folder exists', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link as string);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links.filter((one) => !/^https?:/.test(one))) {
    expect(() => statSync(path.join(root, link)), link).not.toThrow();
  }
});
