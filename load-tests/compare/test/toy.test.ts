import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reference } from '@meteor-vs-mean/bench';
import { isToyRun, readManifest } from '@meteor-vs-mean/report';
import { expect, onTestFinished, test } from 'vitest';
import { type Options, parseOptions } from '../src/options.ts';
import { runsIn } from '../src/past-runs.ts';

function toy(...args: string[]): Options {
  const command = parseOptions(args, { stacks: ['meteor', 'mean'], toy: true });
  if (command.do !== 'run') throw new Error('These options run nothing');
  return command.options;
}

test.for([
  [],
  ['--full'],
  ['--control', '--clients', '2000', '--idle', '25'],
  ['--ladder'],
  ['--knee', '--most', '5000'],
  ['--clients', '1000', '--rate', '4', '--duration', '60', '--rounds', '48', '--steps', '0,20000'],
])('TOY=1 leaves a pair of rounds of a second of %j', (args) => {
  const { toy: isToy, ...options } = toy(...args);
  expect(isToy).toBe(true);
  expect(options).toMatchObject({ pairs: 1, duration_s: 1, starts: 1, steps: [2, 4] });
  expect(options.clients).toBeLessThanOrEqual(6);
  expect(options.limit_s).toBeLessThanOrEqual(60);
  expect(options.most).toBeLessThanOrEqual(10);
});

test('what was asked for is still what is run', () => {
  expect(toy('--stacks', 'mean', '--modes', 'emit', '--rate', '4', '--seed', '7')).toMatchObject({
    ...{ stacks: ['mean'], modes: ['emit'], rate: 4, seed: 7 },
  });
  expect(toy('--control').scenarios).toEqual(['fan-out']);
  expect(toy('--control', '--scenarios', 'idle-clients').scenarios).toEqual(['idle-clients']);
  expect(() => toy('--rate', 'fast')).toThrow('--rate fast');
});

test('a toy is no run that another may refer to: no noise floor, no self-measure, no reference', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'toy-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, more] of [
    ['measured', {}],
    ['tried', { toy: true }],
  ] as const) {
    const files = { 'manifest.json': { format: 2, id: name, ...more }, 'summary.json': {} };
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'rounds.jsonl'), '');
    for (const [file, value] of Object.entries(files)) {
      await writeFile(path.join(folder, name, file), JSON.stringify(value));
    }
  }
  expect((await runsIn(folder)).map(({ manifest }) => manifest.id)).toEqual(['measured']);
});

test('no committed result is a toy', async () => {
  const folders = (await readdir(reference)).map((name) => path.join(reference, name));
  const manifests = await Promise.all(
    folders.map(async (folder) => ({ folder, manifest: await readManifest(folder).catch(() => null) })),
  );
  const toys = manifests.filter(({ manifest }) => manifest !== null && isToyRun(manifest));
  expect(toys.map(({ folder }) => folder)).toEqual([]);
  expect(manifests.some(({ manifest }) => manifest !== null)).toBe(true);
});
