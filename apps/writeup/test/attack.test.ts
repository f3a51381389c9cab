import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppTargets } from '@meteor-vs-mean/experiments/command';
import { isCounted, readRun, reference } from '@meteor-vs-mean/measure/results';
import { slug } from '@meteor-vs-mean/report/drawing';
import { expect, test } from 'vitest';
import { cases } from '../../../load-tests/experiments/src/attack/cases/index.ts';
import { attackExperiment } from '../../../load-tests/experiments/src/attack/plan.ts';
import { recordedReference, references } from '../src/references/index.ts';

const page = readFileSync(path.join(import.meta.dirname, '../pages/attack.md'), 'utf8');
const { tables } = attackExperiment(new AppTargets(false), {}).plan('quick');
const quoted = [...page.matchAll(/fig\('attack\.([^']*)'\)/g)].map(([, name]) => name as string);

test('the page shows every recorded case by hand, and every fault, of each app that it is made for', async () => {
  const { manifest } = await recordedReference(references.attack);
  if (manifest?.kind !== 'experiment') throw new Error('The recorded run of attack has no plan');
  // A case that was written since has no figures yet; the page says that its run is older.
  const byHand = new Set(cases.map(({ key }) => key));
  const seen = manifest.plan.loads
    .filter(({ key }) => byHand.has(key))
    .flatMap(({ key, contestants }) => contestants.map((stack) => `seen.${key}.${stack}`));
  expect(seen.length).toBeGreaterThan(15);
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

test('in the recorded run every case held, within its times, too', async () => {
  const { folder } = await recordedReference(references.attack);
  const { rounds } = await readRun(path.join(reference, folder));
  const tried = rounds.flatMap((round) =>
    round.kind === 'sample' && round.figures.held !== undefined ? [round] : [],
  );
  expect(tried.length).toBeGreaterThan(20);
  // A noisy round counts: what held on a busy machine held.
  expect(tried.filter((round) => round.figures.held !== 1 || !isCounted(round))).toEqual([]);
});
