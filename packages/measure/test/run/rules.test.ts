import { expect, test } from 'vitest';
import {
  deliveryRules,
  judge,
  type Readings,
  type Rule,
  remarkRules,
  ruleOf,
  sampleRules,
  verdictOf,
} from '../../src/run/index.ts';
import { quiet, sound } from './sound.ts';

const codesOf = (readings: Partial<Readings>) =>
  judge(deliveryRules, { ...sound, ...readings }).map(({ code }) => code);

test('a sound round breaks no rule', () => {
  expect(judge(deliveryRules, sound)).toEqual([]);
});

test.for([
  ['subscribers-missing', { subscribers: 199 }],
  ['subscribers-missing', { disconnects: 1 }],
  ['account-broken', { sent: 299, acknowledged: 299, stored: 299 }],
  ['account-broken', { stored: 298 }],
  ['writes-refused', { acknowledged: 299, refused: 1, stored: 299 }],
  ['generator-busy', { generatorUtilisation: 0.95 }],
  ['generator-busy', { generatorCpu: { used: 1.8, of: 2 } }],
  ['generator-waiting', { generatorWaiting: 0.11 }],
  ['generator-waiting', { generatorWaiting: 0.06, sharedCores: false, lateness_p99_ms: 0.5 }],
  ['generator-stalled', { generatorStalled: 0.02 }],
  ['sender-late', { lateness_p99_ms: 50 }],
  ['sending-bent', { p50_ms: 10, p50FromSending_ms: 8 }],
  ['clock-jumped', { timesOutside: 1 }],
  ['clock-jumped', { surroundings: { ...quiet, clockOff_ms: -3_600_000 } }],
  ['app-ended', { appEnded: true }],
  ['mongod-ended', { mongodEnded: true }],
  ['other-driver', { drivers: ['PollingObserveDriver'] }],
  ['other-driver', { drivers: ['OplogObserveDriver', 'PollingObserveDriver'] }],
  ['other-driver', { drivers: [] }],
  ['other-transport', { transports: ['ddp'] }],
  ['other-transport', { transports: ['ddp-sockjs', ''] }],
  ['database-not-empty', { documentsBefore: 1 }],
  ['generator-failed', { generatorFailed: 'artillery ended with status 1' }],
  ['subscribers-not-ready', { notReady: '5 of 9 subscribers had their snapshots after 60 s', drivers: [] }],
  [
    'machine-busy',
    { surroundings: { ...quiet, others: { cores: 0.4, busiest: 'backup (process 8) with 0.35' } } },
  ],
  ['machine-busy', { surroundings: { ...quiet, others: { cores: 0.4, busiest: null } } }],
  ['swapping', { surroundings: { ...quiet, swapped_pages: 1000 } }],
  ['throttled', { surroundings: { ...quiet, limited: 0.1 } }],
  ['throttled', { surroundings: { ...quiet, hot: 0.1 } }],
  ['cores-stolen', { surroundings: { ...quiet, stolen: 0.05 } }],
] as const)('%s: %j', ([code, readings]) => {
  const reasons = judge(deliveryRules, { ...sound, ...readings });
  expect(reasons.map((reason) => reason.code)).toEqual([code]);
  for (const text of Object.values(reasons[0] ?? {}).map(String))
    expect(text).not.toMatch(/^$|undefined|NaN/);
});

test('what sampling may have added is no work of others', () => {
  const others = { cores: 0.15, busiest: null };
  const codes = (uncertain: number) =>
    codesOf({ surroundings: { ...quiet, others: { ...others, uncertain } } });
  expect(codes(0.1)).toEqual([]);
  expect(codes(0.03)).toEqual(['machine-busy']);
});

test('a busy machine makes a round noisy; what bent or broke it makes it void', () => {
  const verdict = (readings: Partial<Readings>) => verdictOf(judge(deliveryRules, { ...sound, ...readings }));
  expect(verdict({})).toBe('valid');
  const busy = {
    ...quiet,
    stolen: 0.3,
    swapped_pages: 5000,
    hot: 0.2,
    others: { cores: 1.5, busiest: null },
  };
  const noise = { surroundings: busy, generatorWaiting: 0.5, generatorStalled: 0.3, lateness_p99_ms: 40 };
  expect(verdict(noise)).toBe('noisy');
  for (const broken of [
    { p50_ms: 10, p50FromSending_ms: 8 },
    { generatorUtilisation: 0.95 },
    { surroundings: { ...busy, clockOff_ms: 3000 } },
    { appEnded: true },
    { stored: 298 },
    { subscribers: 199 },
    { drivers: [] },
    { transports: ['ddp'] },
  ]) {
    expect(verdict({ ...noise, ...broken })).toBe('void');
  }
});

test('a sender may be late by a tenth of the p50, or by what timers and shared cores make of it', () => {
  expect(codesOf({ lateness_p99_ms: 4.9, p50_ms: 8 })).toEqual([]);
  expect(codesOf({ lateness_p99_ms: 5.1, p50_ms: 8 })).toEqual(['sender-late']);
  expect(codesOf({ lateness_p99_ms: 4.9, p50_ms: 50, p50FromSending_ms: 49 })).toEqual([]);
  expect(codesOf({ lateness_p99_ms: 1.1, p50_ms: 8, sharedCores: false })).toEqual(['sender-late']);
  expect(codesOf({ lateness_p99_ms: 1.1, p50_ms: 12, p50FromSending_ms: 12, sharedCores: false })).toEqual(
    [],
  );
});

test('a round whose latency isn’t quoted may be stamped and sent late, but by no overloaded generator', () => {
  const late = { generatorWaiting: 0.2, generatorStalled: 0.1, lateness_p99_ms: 20 };
  expect(codesOf(late)).toEqual(['generator-waiting', 'generator-stalled', 'sender-late']);
  expect(codesOf({ ...late, isLatencyQuoted: false })).toEqual([]);
  expect(codesOf({ ...late, isLatencyQuoted: false, generatorUtilisation: 0.95 })).toEqual([
    'generator-busy',
  ]);
});

test('what the system does not tell breaks no rule', () => {
  const surroundings = {
    ...quiet,
    others: null,
    swapped_pages: null,
    limited: null,
    hot: null,
    stolen: null,
  };
  const generator = {
    generatorUtilisation: null,
    generatorWaiting: null,
    generatorStalled: null,
    generatorCpu: null,
    lateness_p99_ms: null,
    p50FromSending_ms: null,
  };
  expect(codesOf({ ...generator, surroundings })).toEqual([]);
  expect(codesOf({ surroundings: null })).toEqual([]);
});

test('a toy run is judged by no rule of speed', () => {
  const broken = {
    ...sound,
    stored: 299,
    lateness_p99_ms: 50,
    generatorUtilisation: 0.95,
    surroundings: { ...quiet, swapped_pages: 1000, clockOff_ms: 3_600_000 },
  };
  const codes = (size: string) => judge(deliveryRules, broken, { size }).map(({ code }) => code);
  expect(codes('toy')).toEqual(['account-broken']);
  expect(codes('full')).toHaveLength(5);
});

test('rules that share a code say the same of it', () => {
  const all: readonly Rule<never>[] = [...deliveryRules, ...sampleRules, ...remarkRules];
  for (const { code, blames, ofSpeed, eitherWay, severity } of all) {
    for (const other of all.filter((one) => one.code === code)) {
      const said = [other.blames, other.ofSpeed, other.eitherWay, other.severity];
      expect(said, code).toEqual([blames, ofSpeed, eitherWay, severity]);
    }
  }
});

test.for([
  ['app', ['app-ended', 'subscribers-missing', 'subscribers-not-ready', 'account-broken', 'writes-refused']],
  ['machine', ['machine-busy', 'swapping', 'throttled', 'cores-stolen', 'clock-jumped', 'app-waiting']],
  ['machine', ['clocks-apart', 'clocks-unknown']],
  ['generator', ['generator-failed', 'generator-busy', 'generator-waiting', 'generator-stalled']],
  ['generator', ['sender-late', 'sending-bent', 'client-busy', 'rate-not-reached']],
  ['run', ['mongod-ended', 'other-driver', 'other-transport', 'database-not-empty']],
  ['run', ['measuring-failed', 'a code of a bench to come']],
] as const)('%s is to blame for %j', ([blames, codes]) => {
  expect(codes.map((code) => ruleOf(code).blames)).toEqual(codes.map(() => blames));
});

test.for([
  ['measuring-failed', { failed: 'the server said no' }, 'the server said no'],
  ['account-broken', { accounts: [{ what: 'messages', owed: 20, seen: 19 }] }, 'messages: 19 of 20'],
  ['account-broken', { accounts: [] }, 'it says nothing'],
  ['client-busy', { clientBusy: 0.9 }, '90 %'],
  ['rate-not-reached', { carried: { asked_per_s: 10_000, events_per_s: 9400 } }, '9,400 events a second'],
  ['clocks-apart', { clockError_ms: 0.92 }, '0.92 ms'],
] as const)('a round of loads and targets breaks %s: %j', ([code, readings, reading]) => {
  const whole = {
    failed: null,
    accounts: [{ what: 'messages', owed: 20, seen: 20 }],
    clientBusy: 0.8,
    carried: { asked_per_s: 10_000, events_per_s: 9600 },
    clockError_ms: 0.6,
    surroundings: quiet,
  };
  expect(judge(sampleRules, whole)).toEqual([]);
  const broken = { ...whole, ...readings };
  expect(judge(sampleRules, broken)).toMatchObject([{ code, reading }]);
  const isOfSpeed = ['client-busy', 'rate-not-reached', 'clocks-apart'].includes(code);
  expect(judge(sampleRules, broken, { size: 'toy' })).toHaveLength(isOfSpeed ? 0 : 1);
});

test('clocks of pages that are a little apart are noise; where they are hardly known, a round says nothing', () => {
  const read = (clockError_ms: number | null) => {
    const readings = {
      failed: null,
      accounts: [{ what: 'clicks', owed: 3, seen: 3 }],
      clientBusy: null,
      carried: null,
    };
    return judge(sampleRules, { ...readings, clockError_ms, surroundings: quiet });
  };
  const said = [null, 0.75, 0.76, 3, 3.01].map((error_ms) => {
    const reasons = read(error_ms);
    return [verdictOf(reasons), ...reasons.map(({ code }) => code)];
  });
  expect(said).toEqual([
    ['valid'],
    ['valid'],
    ['noisy', 'clocks-apart'],
    ['noisy', 'clocks-apart'],
    ['void', 'clocks-apart', 'clocks-unknown'],
  ]);
  expect(read(3.01).at(-1)).toMatchObject({ reading: '3.01 ms', threshold: expect.stringContaining('3 ms') });
});
