import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppTargets } from '@meteor-vs-mean/experiments/command';
import { slug } from '@meteor-vs-mean/report/drawing';
import { expect, test } from 'vitest';
import { accountsExperiment } from '../../../load-tests/compare/src/accounts/plan.ts';
import { extents } from '../../../load-tests/compare/src/options/sizes.ts';

const page = readFileSync(path.join(import.meta.dirname, '../pages/accounts.md'), 'utf8');
const { stacks, pairs, steps } = extents.accounts;
const options = { size: 'full', stacks, pairs, clients: 500, steps } as const;
const { tables, claims, loads } = accountsExperiment(new AppTargets(false), options).plan('full');

/** A build of the site looks for what a recorded run has; until there is one, this does. */
test('the page quotes what a run of --accounts has', () => {
  const figures = new Set([
    ...tables.flatMap(({ key, rows, columns }) =>
      rows.flatMap((row) => columns.map((column) => [key, row, column].map(slug).join('.'))),
    ),
    ...claims.map(({ key }) => `claim.${slug(key)}.here`),
  ]);
  const quoted = [...page.matchAll(/fig\('accounts\.([^']*)'\)/g)].map(([, name]) => name as string);
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter((name) => !figures.has(name))).toEqual([]);
  const drawn = [...page.matchAll(/<Table of="accounts\/([^"]*)"/g)].map(([, name]) => name as string);
  expect(drawn).toHaveLength(3);
  expect(drawn.filter((name) => !loads.some(({ title }) => slug(title) === name))).toEqual([]);
});
