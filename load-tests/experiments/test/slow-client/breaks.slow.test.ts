import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apps, meteor as stack } from '@meteor-vs-mean/testbed/stacks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Point } from '../../src/slow-client/measure.ts';
import { readSamples, type SampledRun } from '../read-samples.ts';

const script = join(import.meta.dirname, '../../src/main.ts');
const run = promisify(execFile);
/** Meteor's app may have to be built first. */
const patience_ms = 900_000;

const meteor = await stack.find();
if (!meteor.found)
  console.log(`Meteor's half isn't measured: ${meteor.reason}. To measure it: ${meteor.remedy}.`);

let folder: string;
let result: SampledRun;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breaks-test-'));
  const out = join(folder, 'result');
  await run(process.execPath, [script, 'slow-client', '--toy', '--no-install', '--out', out]);
  result = await readSamples(out);
}, patience_ms);
afterAll(() => rm(folder, { recursive: true }));

test.for(apps)('$name: one client is stopped, the other continues', ({ name }) => {
  if (name === 'meteor' && !meteor.found) return;
  const round = result.rounds.find(({ load, contestant }) => load === 'slow' && contestant === name);
  expect(round?.verdict).toBe('valid');
  const [account] = round?.accounts ?? [];
  expect(account?.seen).toBeGreaterThan(0);
  // A toy is over before any server gives a client up.
  if (process.platform === 'linux') expect(round?.beyond).toContain('goneAfter_s');
  const points: Point[] = JSON.parse(result.texts.get(round?.round as number)?.get('points.json') ?? '[]');
  expect(points.filter(({ after_s }) => after_s < 0).length).toBeGreaterThan(0);
  expect(points.every(({ kept_bytes, rss_bytes }) => kept_bytes > 0 && rss_bytes > 0)).toBe(true);
  if (process.platform === 'linux') expect(points.every(({ isConnected }) => isConnected)).toBe(true);
});

test('a toy says that it is one', () => {
  expect(result.manifest).toMatchObject({ kind: 'experiment', experiment: 'slow-client', size: 'toy' });
});
