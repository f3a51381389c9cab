import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, root } from '@meteor-vs-mean/process';
import { expect, test } from 'vitest';
import { countLines, placesOf, total } from '../src/account.ts';
import { type Part, partNames, parts } from '../src/parts.ts';

const stacks = ['meteor', 'mean'] as const;

test('every file of both apps is in exactly one part, and every line in one count', async () => {
  const account = await countLines();
  for (const stack of stacks) {
    const files = await filesIn(join(root, 'apps', stack));
    const placed = partNames.flatMap((name) => account.parts[name][stack].files);
    expect(placed.map(({ path }) => path).sort()).toEqual(
      files.map((file) => `apps/${stack}/${file}`).sort(),
    );

    for (const { path, lines } of partNames
      .filter((name) => parts[name].kind !== 'none')
      .flatMap((name) => account.parts[name][stack].files)) {
      const all = readFileSync(join(root, path), 'utf8').replace(/\n$/, '').split('\n').length;
      expect(lines.code + lines.comment + lines.blank, path).toBe(all);
    }
  }
});

test('what both need is there on both sides, and the sum is of that alone', async () => {
  const account = await countLines();
  for (const stack of stacks) {
    const both = partNames.filter((name) => parts[name].kind === 'both');
    for (const name of both) expect(account.parts[name][stack].lines.code, name).toBeGreaterThan(0);
    const sum = both.reduce((so, name) => so + account.parts[name][stack].lines.code, 0);
    expect(total(account, stack).code).toBe(sum);
  }
  expect(account.shared.contract.lines.code).toBeGreaterThan(account.contractOfMean.lines.code);
  expect(account.shared.style.files.every(({ path }) => path.endsWith('.css'))).toBe(true);
});

test('a file in no part, a file in two, and a part that names what is gone are errors that say what to do', () => {
  const part = (...meteor: string[]): Part => ({
    title: '',
    what: '',
    kind: 'both',
    files: { meteor, mean: [] },
  });
  const wanted = { pages: part('ui/'), live: part('ui/live.ts', 'live.ts') };
  expect([
    ...placesOf(['live.ts', 'ui/page.ts'], 'meteor', { pages: part('ui/'), live: part('live.ts') }),
  ]).toEqual([
    ['live', ['live.ts']],
    ['pages', ['ui/page.ts']],
  ]);
  expect(() => placesOf(['new.ts'], 'meteor', wanted)).toThrow(
    /apps\/meteor\/new\.ts is in no part.*parts\.ts/,
  );
  expect(() => placesOf(['ui/live.ts'], 'meteor', wanted)).toThrow(
    /ui\/live\.ts is in the parts pages and live/,
  );
  expect(() => placesOf(['ui/page.ts'], 'meteor', { pages: part('ui/'), live: part('live.ts') })).toThrow(
    /apps\/meteor\/live\.ts isn't there/,
  );
});
