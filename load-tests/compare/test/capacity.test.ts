import type { SelfMeasure } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { generatorsFor } from '../src/generator/capacity.ts';

const measures = [
  { transport: 'socketio', deliveries_per_s: 50_000, subscribers: 10_000 },
  { transport: 'ddp-sockjs', deliveries_per_s: 0, subscribers: 0 },
] as SelfMeasure[];

test.for([
  ['what one carries is left to one', 'socketio', 1000, 30, 1, 1],
  ['more deliveries than six tenths of what one took', 'socketio', 1000, 31, 1, 2],
  ['more subscribers, though they get little', 'socketio', 12_100, 1, 100, 3],
  ['subscribers of lists of 10 get a tenth of the writes', 'socketio', 1000, 300, 10, 1],
  ['clients that only hold', 'socketio', 9000, 0, 1, 2],
  ['not more than there are cores', 'socketio', 20_000, 50, 1, 4],
  ['a measure without a valid round says nothing: what is assumed holds', 'ddp-sockjs', 3000, 1, 1, 2],
  ['so it does for a transport that was not measured', 'ddp', 1000, 50, 1, 3],
] as const)('%s', ([, transport, clients, rate, parents, processes]) => {
  expect(
    generatorsFor(
      { options: { generators: undefined }, measures, cores: { generator: [0, 1, 2, 3] } },
      transport,
      { clients, rate },
      parents,
    ),
  ).toBe(processes);
});

test('--generators decides, but none is without a client', () => {
  const choice = { options: { generators: 3 }, measures, cores: { generator: [0, 1] } };
  expect(generatorsFor(choice, 'socketio', { clients: 200, rate: 20 })).toBe(3);
  expect(generatorsFor(choice, 'socketio', { clients: 2, rate: 20 })).toBe(2);
});
