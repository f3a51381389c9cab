import type { Round } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import type { Figures } from '../src/kinds/contestant-figures.ts';
import { orderFigures } from '../src/kinds/order-figures.ts';

test('rounds whose writes came out of order are counted by stack, void ones, too', () => {
  const round = (stack: string, reordered: number, verdict = 'valid') => ({
    kind: 'deliveries',
    contestant: stack,
    reordered,
    verdict,
  });
  const figures: Figures = new Map();
  const rounds = [
    round('meteor', 0),
    round('mean', 0),
    round('mean', 200, 'void'),
    { kind: 'memory', contestant: 'mean' },
  ];
  orderFigures(figures, rounds as unknown as Round[], (key) => key);
  expect([...figures]).toEqual([
    ['reordered-rounds.meteor', '0 of 1'],
    ['reordered-rounds.mean', '1 of 2'],
  ]);
});
