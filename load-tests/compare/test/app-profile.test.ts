import type { CpuProfile } from '@meteor-vs-mean/testbed/sampler';
import { expect, test } from 'vitest';
import { appProfile } from '../src/rounds/app-profile.ts';

const bundle = '/home/me/.cache/meteor-vs-mean/bundle/programs/server';
const frames = [
  ['(idle)', ''],
  ['(garbage collector)', ''],
  ['writeBuffer', ''],
  ['_handleDoc', `${bundle}/packages/mongo.js`],
  ['', `${bundle}/packages/mongo.js`],
  ['parse', `file://${bundle}/npm/node_modules/meteor/ddp/node_modules/@scope/wire/lib/parse.js`],
  ['put', 'file:///home/me/bench/apps/mean/server/src/live/result.ts'],
  ['listOnTimeout', 'node:internal/timers'],
  ['post', 'node:inspector'],
  ['sample', '/home/me/bench/packages/sampler/src/preload.cjs'],
] as const;

/** A sample of 100 µs in each of the frames. */
const profile: CpuProfile = {
  startTime: 1000,
  nodes: frames.map(([functionName, url], id) => ({
    id,
    callFrame: { functionName, url, lineNumber: 799 },
  })),
  samples: frames.map((_, id) => id),
  timeDeltas: frames.map(() => 100),
};

test('tells the self time for each write by code and function, without what waits and what the bench does', () => {
  const found = appProfile(profile, 4);
  expect(found?.map((one) => [one.code, one.function])).toEqual([
    ['V8 and native code', 'collecting garbage'],
    ['V8 and native code', 'writeBuffer'],
    ['packages/mongo.js', '_handleDoc'],
    ['packages/mongo.js', 'a function in line 800'],
    ['@scope/wire (npm)', 'parse (lib/parse.js)'],
    ['server/src/live/result.ts', 'put'],
    ['Node', 'listOnTimeout (internal/timers)'],
  ]);
  expect(new Set(found?.map(({ us_per_write }) => us_per_write))).toEqual(new Set([25]));
});

test('a sample that comes late, since the app had no core, stands for little', () => {
  const timeDeltas = profile.timeDeltas.map((took_us, id) => (id === 3 ? 50_000 : took_us));
  const found = appProfile({ ...profile, timeDeltas }, 4);
  expect(found?.[0]).toEqual({ code: 'packages/mongo.js', function: '_handleDoc', us_per_write: 50 });
});

test('without a profile, or a write, there is none', () => {
  expect(appProfile(null, 4)).toBeNull();
  expect(appProfile(profile, 0)).toBeNull();
});
