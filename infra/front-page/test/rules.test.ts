import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pages, withRules } from '../rules.ts';

const read = (page: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', page), 'utf8');

test.for(pages)('the tables in %s match the rules', (page) => {
  expect(read(page), 'run: npm run rules -w @meteor-vs-mean/infra').toBe(withRules(page, read(page)));
});

test('a threshold that was typed by hand is found', () => {
  const [page = ''] = pages;
  const wrong = read(page).replace(/at most 256 pages/, 'at most 512 pages');
  expect(wrong).not.toBe(read(page));
  expect(withRules(page, wrong)).toBe(read(page));
});

test('the error of a page without marks names them', () => {
  expect(() => withRules(pages[0] as string, '# compare')).toThrow(
    '<!-- rules, written by npm run rules -w @meteor-vs-mean/infra -->',
  );
});
