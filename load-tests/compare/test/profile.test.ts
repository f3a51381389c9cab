import type { CpuProfile } from '@meteor-vs-mean/testbed/sampler';
import { expect, test } from 'vitest';
import { summariseProfile } from '../src/rounds/profile.ts';

const frames = [
  ['(root)', ''],
  ['(idle)', ''],
  ['(program)', ''],
  ['parse', 'file:///home/me/bench/packages/pubsub-client/src/socketio-transport.ts'],
  ['consume', 'file:///home/me/bench/node_modules/ws/lib/receiver.js'],
  ['', 'node:events'],
] as const;

/** Samples of 100 µs, from 1,000 µs on. */
function profile(...samples: number[]): CpuProfile {
  return {
    startTime: 1000,
    nodes: frames.map(([functionName, url], id) => ({ id, callFrame: { functionName, url, lineNumber: 1 } })),
    samples,
    timeDeltas: samples.map(() => 100),
  };
}

test('says what a thread spent its time on, without what it waited', () => {
  expect(summariseProfile(profile(3, 1, 1, 3, 4, 3, 2, 5, 1, 3), 0, 1e9)).toEqual([
    { what: 'parse (pubsub-client/src/socketio-transport.ts)', share: 4 / 7 },
    { what: 'consume (ws/lib/receiver.js)', share: 1 / 7 },
    { what: 'native code and the kernel', share: 1 / 7 },
    { what: 'a function (node:events)', share: 1 / 7 },
  ]);
});

test('only while it was measured, and what is small together', () => {
  const samples = profile(4, 4, 4, 3, 3, 2, 5, 4, 4);
  expect(summariseProfile(samples, 1350, 1750, 1)).toEqual([
    { what: 'parse (pubsub-client/src/socketio-transport.ts)', share: 0.5 },
    { what: 'all else', share: 0.5 },
  ]);
  expect(summariseProfile(samples, 5000, 6000)).toEqual([]);
});
