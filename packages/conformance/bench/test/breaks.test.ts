import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stacks } from '@meteor-vs-mean/stacks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstancesRun } from '../breaks/instances.ts';
import type { SlowClientRun } from '../breaks/slow-client.ts';

const script = join(import.meta.dirname, '../breaks.ts');
const run = promisify(execFile);
/** Meteor's app may have to be built first. */
const patience_ms = 900_000;

interface Result {
  toy?: boolean;
  notRun: Record<string, { reason: string }>;
  slowClients: SlowClientRun[];
  instances: InstancesRun[];
}

const meteor = await stacks.meteor.find();
if (!meteor.found)
  console.log(`Meteor's half isn't measured: ${meteor.reason}. To measure it: ${meteor.remedy}.`);

let folder: string;
let result: Result;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breaks-test-'));
  const out = join(folder, 'result');
  const env = { ...process.env, TOY: '1' };
  await run(process.execPath, [script, '--no-install', '--out', out], { env });
  result = JSON.parse(await readFile(join(out, 'breaks.json'), 'utf8'));
}, patience_ms);
afterAll(() => rm(folder, { recursive: true }));

const seesOthers = { oplog: true, changestream: true, polling: undefined, emit: false } as Record<
  string,
  unknown
>;

test.for(Object.values(stacks))(
  '$name: a write through one instance, and a subscriber of the other',
  (stack) => {
    if (stack.name === 'meteor' && !meteor.found) return expect(result.notRun.meteor?.reason).toBeTruthy();
    const runs = result.instances.filter((one) => one.stack === stack.name);
    expect(runs.length).toBeGreaterThan(1);
    for (const { mode, writes, same, other } of runs) {
      expect([mode, same.lost]).toEqual([mode, 0]);
      // Polling may look within a toy's second, or may not.
      if (seesOthers[mode] === undefined) continue;
      expect([mode, other.seen]).toEqual([mode, seesOthers[mode] ? writes : 0]);
    }
  },
);

test.for(Object.values(stacks))('$name: one client is stopped, the other goes on', ({ name }) => {
  if (name === 'meteor' && !meteor.found) return;
  const [run] = result.slowClients.filter(({ stack }) => stack === name);
  expect(run?.owed).toBeGreaterThan(0);
  // A toy is over before any server gives a client up.
  expect(run?.goneAfter_s).toBeNull();
  const points = run?.points ?? [];
  expect(points.filter(({ at_s }) => at_s < (run?.stopped_at_s ?? 0)).length).toBeGreaterThan(0);
  expect(points.every(({ kept_bytes, rss_bytes }) => kept_bytes > 0 && rss_bytes > 0)).toBe(true);
  if (process.platform === 'linux') expect(points.every(({ isConnected }) => isConnected)).toBe(true);
});

test('a toy says that it is one', () => {
  expect(result.toy).toBe(true);
});
