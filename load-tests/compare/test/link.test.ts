import { OptionError } from '@meteor-vs-mean/testbed/process';
import { expect, test } from 'vitest';
import { parsed } from './parsed.ts';

/** The network of a run with these options. */
const linkOf = (values: Partial<Record<'latency' | 'jitter' | 'loss', string>>) =>
  parsed(...Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])).network;

test('without a latency there is no network', () => {
  expect(linkOf({})).toBeNull();
  expect(linkOf({ latency: '0ms' })).toBeNull();
});

test.for([
  [{ latency: '40ms' }, { latency_ms: 40, jitter_ms: 0, loss: 0 }],
  [
    { latency: '0.2s', jitter: '5ms' },
    { latency_ms: 200, jitter_ms: 5, loss: 0 },
  ],
  [{ latency: '1.001s' }, { latency_ms: 1001, jitter_ms: 0, loss: 0 }],
  [{ loss: '1%' }, { latency_ms: 0, jitter_ms: 0, loss: 0.01 }],
] as const)('%j is %j', ([values, link]) => {
  expect(linkOf(values)).toEqual(link);
});

test.for([
  [{ latency: '40' }, '--latency 40: must be whole milliseconds up to 10 s, as in 40ms or 0.2s'],
  [{ latency: '0.5ms' }, '--latency 0.5ms: must be whole milliseconds'],
  [{ latency: '-1ms' }, '--latency -1ms'],
  [{ latency: '11s' }, '--latency 11s'],
  [{ latency: '5ms', jitter: '6ms' }, '--jitter 6ms: must not be more than --latency (5 ms)'],
  [{ jitter: '6ms' }, '--jitter 6ms: must not be more than --latency (0 ms)'],
  [{ loss: '0.01' }, '--loss 0.01: must be a share of the packets up to 50%, as in 1%'],
  [{ loss: '60%' }, '--loss 60%'],
] as const)('%j is refused', ([values, message]) => {
  expect(() => linkOf(values)).toThrow(OptionError);
  expect(() => linkOf(values)).toThrow(message);
});
