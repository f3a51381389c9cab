import { expect, test } from 'vitest';
import { type Reason, trialVerdict } from '../../src/results/index.ts';

test.for([
  ['valid', [], 499, 'passed'],
  ['valid', [], 500, 'failed'],
  ['valid', [], null, 'failed'],
  ['noisy', ['machine-busy', 'sender-late'], 499, 'passed'],
  ['noisy', ['machine-busy', 'sender-late'], 500, 'spoiled'],
  ['noisy', ['sender-late'], 500, 'void'],
  ['void', ['app-ended'], 20, 'failed'],
  ['void', ['account-broken', 'subscribers-missing'], 20, 'failed'],
  ['void', ['subscribers-not-ready', 'subscribers-missing'], null, 'failed'],
  ['void', ['generator-failed'], null, 'void'],
  ['void', ['generator-busy'], 900, 'void'],
  ['void', ['app-ended', 'generator-busy'], null, 'void'],
  ['void', ['app-ended', 'machine-busy'], null, 'failed'],
  ['void', ['sending-bent'], 900, 'void'],
  ['void', ['sending-bent', 'machine-busy'], 900, 'spoiled'],
  ['void', ['sending-bent', 'machine-busy'], 499, 'passed'],
  ['void', ['generator-waiting', 'generator-stalled', 'sending-bent'], 20, 'passed'],
  ['void', ['generator-waiting', 'clock-jumped'], 20, 'spoiled'],
  ['void', ['other-driver'], 20, 'void'],
] as const)('a round that is %s by %j with p99 %s says: %s', ([verdict, codes, p99_ms, said]) => {
  const noise = ['machine-busy', 'sender-late', 'generator-waiting', 'generator-stalled'];
  const reasons = codes.map((code): Reason => {
    const reason = { code, reading: '', threshold: '', remedy: '' };
    return noise.includes(code) ? { ...reason, isNoise: true } : reason;
  });
  expect(trialVerdict({ verdict, reasons, p99_ms, lost: 0, writing: null }, 500)).toBe(said);
});

test.for([
  ['noisy', ['generator-waiting', 'machine-busy'], 0.95, 'failed'],
  ['noisy', ['generator-waiting', 'machine-busy'], 0.75, 'spoiled'],
  ['void', ['generator-busy'], 0.95, 'failed'],
  ['void', ['clock-jumped'], 0.95, 'spoiled'],
  ['void', ['other-driver'], 0.95, 'void'],
] as const)(
  'a late round that is %s by %j, of an app that used %s of a core, says: %s',
  ([verdict, codes, cores, said]) => {
    const reasons = codes.map((code) => ({ code, reading: '', threshold: '', remedy: '' }));
    const writing = {
      window_ms: 1000,
      app: { cpu_ms: 1000 * cores, waiting_ms: 0, rss_bytes: 0 },
      generator: null,
    };
    expect(trialVerdict({ verdict, reasons, p99_ms: 900, lost: 0, writing }, 500)).toBe(said);
  },
);

test.for([
  [[], 20, 0, 'passed'],
  [[], 500, 0, 'failed'],
  [[], 20, 1, 'failed'],
  [['generator-waiting'], 20, 0, 'passed'],
  [['generator-waiting'], 20, 1, 'void'],
  [['generator-waiting', 'machine-busy'], 20, 1, 'spoiled'],
  [['subscribers-not-ready'], null, 0, 'failed'],
  [['writes-refused'], 20, 0, 'failed'],
] as const)('a round that broke %j, with p99 %s and %s lost, says: %s', ([codes, p99_ms, lost, said]) => {
  const reasons = codes.map((code) => ({ code, reading: '', threshold: '', remedy: '' }));
  const verdict = reasons.length > 0 ? 'void' : 'valid';
  expect(trialVerdict({ verdict, reasons, p99_ms, lost, writing: null }, 500)).toBe(said);
});
