import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const pages = path.join(import.meta.dirname, '../pages');
const root = path.join(import.meta.dirname, '../../..');

/** `[`code`](repo:path#L10)`: the text of the link is code that is on this line. */
const link = /\[`([^`]+)`\]\(repo:([^)#\s]+)#L(\d+)\)/g;

const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);
const links = files.flatMap((page) =>
  [...readFileSync(path.join(pages, page), 'utf8').matchAll(link)].map(
    ([, code = '', file = '', line = '']) => ({
      page,
      code,
      file,
      line: Number(line),
    }),
  ),
);

test('a link whose text is code leads to the line that has it', () => {
  expect(links.length).toBeGreaterThan(0);
  const wrong = links.filter(({ code, file, line }) => {
    const text = readFileSync(path.join(root, file), 'utf8').split('\n')[line - 1];
    return !text?.includes(code);
  });
  const found = wrong.map(({ page, code, file, line }) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    const at = lines.flatMap((text, n) => (text.includes(code) ? [n + 1] : []));
    return `${page}: ${file}#L${line} lacks ${code}; lines that have it: ${at.join(', ') || 'none'}`;
  });
  expect(found).toEqual([]);
});
