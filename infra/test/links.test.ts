import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { expect, test } from 'vitest';
import { pages } from '../documented/src/pages.ts';

/** The links of a Markdown text into the repository, except those in code. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\((?!\w+:\/\/|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
}

test('every link into the repository has its target', () => {
  expect(linksOf('[a](./b.md#c) [d](https://e.f) `[g](h)` [i](repo:j/k) [l](#m)')).toEqual([
    './b.md',
    'repo:j/k',
  ]);
  const missing = pages().flatMap((page) =>
    linksOf(page.text)
      .filter((link) => {
        const from = link.startsWith('repo:') ? '.' : path.dirname(page.path);
        return !existsSync(path.resolve(root, from, link.replace(/^repo:/, '')));
      })
      .map((link) => `${page.path}: ${link}`),
  );
  expect(missing).toEqual([]);
});
