import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PubSubError } from '@meteor-vs-mean/pubsub-client';
import { expect, test } from 'vitest';
import { CallAccount } from '../src/account/call-account.ts';
import { encodeHistogram, Times } from '../src/account/histogram.ts';
import { whole } from '../src/account/share.ts';
import { Sightings } from '../src/account/sightings.ts';
import { WriteAccount } from '../src/folder/writers-file.ts';
import { type MachineOutcome, mergeMachines } from '../src/machines/whole.ts';
import { outcomeOf } from '../src/results/outcome.ts';

// What the receiver keeps of a delivery has a test in account.test.ts.

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** How much more is kept after so many samples than after a tenth of them, in bytes. @param take is told their numbers */
function growth_bytes(samples: number, take: (k: number) => void): number {
  const kept_bytes = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  for (let k = 0; k < samples / 10; k++) take(k);
  const early_bytes = kept_bytes();
  for (let k = samples / 10; k < samples; k++) take(k);
  return kept_bytes() - early_bytes;
}

/** A byte a sample would be 900,000; what Vitest itself does meanwhile takes less than this. */
const samples = 1_000_000;
const most_bytes = 0.25 * samples;

/** Of a code of its own. */
const refusal = (code: string) => new PubSubError(code, code, { isAnswer: true });

test('the account of the writers is no larger for a million writes than for a hundred thousand', () => {
  const account = new WriteAccount({ count: samples, share: whole });
  const growth = growth_bytes(samples, (k) => {
    account.sent(k, BigInt(1000 * (k % 5000)));
    if (k % 10 === 0) account.failed(k, 5_000_000n, refusal(`no-${k}`));
    else account.acknowledged(k, BigInt(1000 * (k % 9000)));
  });
  expect(growth).toBeLessThan(most_bytes);
  const { sent, acknowledged, refused, refusals } = account.file();
  expect([sent, acknowledged, refused]).toEqual([samples, 0.9 * samples, 0.1 * samples]);
  expect(Object.keys(refusals).length).toBeLessThanOrEqual(21);
  expect(Object.values(refusals).reduce((sum, count) => sum + count, 0)).toBe(refused);
});

test('calls of virtual users, and events that show no write, are counted and not kept', () => {
  const calls = new CallAccount();
  const sightings = new Sightings();
  const growth = growth_bytes(samples, (k) => {
    calls.sent();
    if (k % 2 === 0) calls.acknowledged(k % 9000);
    else if (k % 3 === 0) calls.failed(new PubSubError('timeout', `no answer to call ${k}`));
    else calls.failed(refusal(`code-${k}`), { took_us: k % 9000 });
    sightings.take(`event-${k}`, [{ k }]);
  });
  expect(growth).toBeLessThan(most_bytes);
  expect(calls.totals().sent).toBe(samples);
});

/** What one machine reports about this many deliveries. */
function machineWith(deliveries: number): MachineOutcome {
  const [own, across] = [new Times(), new Times()];
  for (let k = 0; k < deliveries; k++) {
    own.record(1 + (k % 5000));
    across.record(1 + (k % 9000));
  }
  return {
    host: 'lab',
    subscribers: 1,
    outcome: outcomeOf({ subscribers: [], duplicated: 0, reordered: 0 } as never, undefined),
    own: encodeHistogram(own.histogram),
    across: encodeHistogram(across.histogram),
    acrossOutside: across.outside,
    offset: { low_ns: '0', high_ns: '1' },
  };
}

test('the reports of machines are no larger for a million deliveries than for a hundred thousand', () => {
  const sizeOf = (deliveries: number) => {
    const told = [machineWith(deliveries), machineWith(deliveries), machineWith(deliveries)];
    return [JSON.stringify(told).length, JSON.stringify(mergeMachines('run', told)).length] as const;
  };
  const [few, many] = [sizeOf(samples / 10), sizeOf(samples)];
  // Counts have more digits; one more byte a delivery would be millions.
  for (const i of [0, 1] as const) expect(many[i]).toBeLessThan(2 * few[i] + 1000);
  expect(many[0]).toBeLessThan(samples / 10);
});
