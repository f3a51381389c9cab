import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apps, meteor as stack } from '@meteor-vs-mean/testbed/stacks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases } from '../../src/attack/cases/index.ts';
import { faults } from '../../src/attack/faults/index.ts';
import { readSamples, type SampledRun } from '../read-samples.ts';

const script = join(import.meta.dirname, '../../src/main.ts');
const run = promisify(execFile);
/** Meteor's app may have to be built first. */
const patience_ms = 900_000;

const meteor = await stack.find();
if (!meteor.found)
  console.log(`Meteor's half isn't attacked: ${meteor.reason}. To attack it: ${meteor.remedy}.`);

let folder: string;
let result: SampledRun;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attack-test-'));
  const out = join(folder, 'result');
  await run(process.execPath, [script, 'attack', '--toy', '--no-install', '--out', out]);
  result = await readSamples(out);
}, patience_ms);
afterAll(() => rm(folder, { recursive: true }));

describe.for(apps)('$name', ({ name }) => {
  const isHere = name !== 'meteor' || meteor.found;
  const roundOf = (load: string) =>
    result.rounds.find(
      (round) => round.load === load && round.contestant === name && round.verdict === 'valid',
    );
  const textOf = (load: string, text: string) =>
    result.texts.get(roundOf(load)?.round as number)?.get(text) ?? '';

  test.skipIf(!isHere)(
    'frames that no client sends end nothing, break nothing and tell nothing, and are answered as the contract says',
    () => {
      const evidence = ['violations.json', 'differing.json', 'leaks.json', 'ending.json'].map((text) =>
        textOf('frames', text),
      );
      expect(roundOf('frames')?.figures, evidence.join('\n')).toMatchObject({
        ended: 0,
        violations: 0,
        differing: 0,
        leaks: 0,
      });
    },
  );

  test.skipIf(!isHere)('at least half of the frames reach the app’s own methods', () => {
    expect(roundOf('frames')?.figures.reached_percent).toBeGreaterThanOrEqual(50);
  });

  const its = cases.filter(({ stacks }) => stacks.includes(name));
  test.skipIf(!isHere).for(its)('$title: $bound', ({ key }) => {
    expect(roundOf(key)?.figures.held, textOf(key, 'seen.txt')).toBe(1);
  });

  test.skipIf(!isHere).for(faults)('$title: every view is right again, and nothing is lost', ({ key }) => {
    expect(roundOf(key)?.figures).toMatchObject({ lost: 0, views: 0, doubled: 0 });
    expect(roundOf(key)?.beyond ?? []).toEqual([]);
  });
});
