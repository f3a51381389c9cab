import { readFileSync } from 'node:fs';
import path from 'node:path';
import { slug } from '@meteor-vs-mean/report/drawing';
import { AppTargets } from '@meteor-vs-mean/stage';
import { expect, test } from 'vitest';
import { cases } from '../../../load-tests/attack/src/cases/index.ts';
import { attackExperiment } from '../../../load-tests/attack/src/experiment.ts';

const page = readFileSync(path.join(import.meta.dirname, '../pages/attack.md'), 'utf8');
const { tables } = attackExperiment(new AppTargets(false), {}).plan('full');
const quoted = [...page.matchAll(/fig\('attack\.([^']*)'\)/g)].map(([, name]) => name as string);

test('the page shows every case by hand, and every fault, of each app that it is made for', () => {
  const seen = cases.flatMap(({ key, stacks }) => stacks.map((stack) => `seen.${key}.${stack}`));
  const right = tables
    .filter(({ key }) => key === 'right')
    .flatMap(({ rows, columns }) =>
      rows.flatMap((row) => columns.map((column) => ['right', row, column].map(slug).join('.'))),
    );
  expect(right.length).toBeGreaterThan(20);
  expect(quoted.filter((name) => /^(seen|right)\./.test(name)).toSorted()).toEqual(
    [...seen, ...right].toSorted(),
  );
});
