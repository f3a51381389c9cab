import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linkFiles, sourcePage } from '../src/repository-links.ts';

const file = 'packages/contract/src/limits.ts';

test('a link to a file of the repository becomes one to its copy, from any folder', () => {
  const files = new Set<string>();
  expect(linkFiles(`see [the *limits*](repo:${file}#L3).`, 'claims.md', files)).toBe(
    `see <a href="./source/${file}.html#L3" target="_self">the *limits*</a>.`,
  );
  expect(linkFiles(`[x](repo:${file})`, 'workshop/one.md', files)).toContain(
    `href="./../source/${file}.html"`,
  );
  expect([...files]).toEqual([file]);
});

test('a file that is not there is an error that names page and file', () => {
  expect(() => linkFiles('[x](repo:packages/gone.ts)', 'code.md', new Set())).toThrow(
    /pages\/code\.md: repo:packages\/gone\.ts/,
  );
  expect(() => linkFiles('[x](repo:packages)', 'code.md', new Set())).toThrow(/no file/);
});

test('the copy has every line, with its number, and nothing of it is markup', async () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8').trimEnd();
  const html = await sourcePage(file);
  const lines = text.split('\n').length;
  expect(html).toContain(`<span id="L${lines}">`);
  expect(html).not.toContain(`id="L${lines + 1}"`);
  expect(await sourcePage('apps/mean/client/src/index.html')).toContain('&lt;body');
});
