import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isToyRun, readManifest, reference } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import type { Options } from '../src/options/options.ts';
import { parsed } from './parsed.ts';

const toy = (...args: string[]): Options => parsed(...args, '--toy');

test.for([
  [],
  ['--full'],
  ['--control', '--clients', '2000', '--idle', '25'],
  ['--ladder'],
  ['--capacity', '--most', '5000'],
  ['--accounts'],
  ['--curve', '--levels', '1,2000', '--rounds', '8'],
  ['--instances', '1,2,4', '--audience', 'one,own'],
  ['--clients', '1000', '--rate', '4', '--duration', '60', '--rounds', '48', '--steps', '0,20000'],
])('--toy leaves a pair of rounds of a second of %j', (args) => {
  const options = toy(...args);
  expect(options.size).toBe('toy');
  expect(options).toMatchObject({ pairs: 1, duration_s: 1, starts: 1, steps: [2, 4], levels: [1, 4] });
  expect(options.clients).toBeLessThanOrEqual(6);
  expect(options.limit_s).toBeLessThanOrEqual(180);
  expect(options.most).toBeLessThanOrEqual(10);
});

test('what was asked for is still what is run', () => {
  expect(toy('--stacks', 'mean', '--modes', 'emit', '--rate', '4', '--seed', '7')).toMatchObject({
    stacks: ['mean'],
    modes: ['emit'],
    rate: 4,
    seed: 7,
  });
  expect(toy('--control').scenarios).toEqual(['fan-out']);
  expect(toy('--control', '--scenarios', 'idle-clients').scenarios).toEqual(['idle-clients']);
  expect(() => toy('--rate', 'fast')).toThrow('--rate fast');
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
