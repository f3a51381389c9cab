import { expect, test } from 'vitest';
import { judge, type Readings } from '../src/validity.ts';

const sound: Readings = {
  generatorFailed: null,
  clients: 200,
  subscribers: 200,
  scheduled: 300,
  sent: 300,
  acknowledged: 300,
  refused: 0,
  stored: 300,
  disconnects: 0,
  generatorUtilisation: 0.1,
  lateness_p99_ms: 2,
  timesOutside: 0,
  appRestarted: false,
  mongodRestarted: false,
  drivers: ['OplogObserveDriver'],
  expectedDriver: 'OplogObserveDriver',
};

test('a sound round breaks no rule', () => {
  expect(judge(sound)).toEqual([]);
});

test.for([
  ['subscribers-missing', { subscribers: 199 }],
  ['subscribers-missing', { disconnects: 1 }],
  ['account-broken', { sent: 299, acknowledged: 299, stored: 299 }],
  ['account-broken', { stored: 298 }],
  ['writes-refused', { acknowledged: 299, refused: 1, stored: 299 }],
  ['generator-busy', { generatorUtilisation: 0.95 }],
  ['sender-late', { lateness_p99_ms: 50 }],
  ['clock-jumped', { timesOutside: 1 }],
  ['app-ended', { appRestarted: true }],
  ['mongod-ended', { mongodRestarted: true }],
  ['other-driver', { drivers: ['PollingObserveDriver'] }],
  ['other-driver', { drivers: ['OplogObserveDriver', 'PollingObserveDriver'] }],
  ['other-driver', { drivers: [] }],
  ['generator-failed', { generatorFailed: 'artillery ended with status 1' }],
] as const)('%s: %j', ([code, readings]) => {
  const reasons = judge({ ...sound, ...readings });
  expect(reasons.map((reason) => reason.code)).toEqual([code]);
  for (const text of Object.values(reasons[0] ?? {})) expect(text).not.toBe('');
});
