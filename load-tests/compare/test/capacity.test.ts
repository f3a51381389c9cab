import { expect, test } from 'vitest';
import { generatorsFor } from '../src/generator/capacity.ts';

test.for([
  ['what one carries is left to one', 1000, 20, 1, 1],
  ['more deliveries than one takes', 1000, 21, 1, 2],
  ['more subscribers, though they get little', 5100, 1, 100, 3],
  ['subscribers of lists of 10 get a tenth of the writes', 1000, 200, 10, 1],
  ['clients that only hold', 5000, 0, 1, 2],
  ['not more than there are cores', 20_000, 50, 1, 4],
] as const)('%s', ([, clients, rate, parents, processes]) => {
  const choice = { options: { generators: undefined }, cores: { generator: [0, 1, 2, 3] } };
  expect(generatorsFor(choice, { clients, rate }, parents)).toBe(processes);
});

test('--generators decides, but none is without a client', () => {
  const choice = { options: { generators: 3 }, cores: { generator: [0, 1] } };
  expect(generatorsFor(choice, { clients: 200, rate: 20 })).toBe(3);
  expect(generatorsFor(choice, { clients: 2, rate: 20 })).toBe(2);
});
