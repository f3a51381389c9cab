import type { Knee, Round } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import type { Figures } from '../src/kinds/contestant-figures.ts';
import { kneeFigures } from '../src/kinds/knee-figures.ts';
import { orderFigures } from '../src/kinds/order-figures.ts';

/** What a search over these rounds carried; each is a level, its p99 and the rules that it broke. */
function carried(...tried: readonly [level: number, p99_ms: number | null, ...codes: string[]][]) {
  const rounds = tried.map(([, , ...codes], index) => ({
    round: index + 1,
    verdict: codes.length > 0 ? 'void' : 'valid',
    reasons: codes.map((code) => ({ code })),
  }));
  const trials = tried.map(([level, p99_ms], index) => ({
    level,
    p99_ms,
    round: index + 1,
    verdict: 'void',
  }));
  const figures: Figures = new Map();
  const knee = { contestant: 'mean', what: 'writes a second', limit_ms: 500, trials } as unknown as Knee;
  kneeFigures(figures, [knee], rounds as unknown as Round[]);
  return figures.get('carried.mean.writes-a-second');
}

test('a level is carried if two rounds kept the limit, valid ones or made slower by the bench', () => {
  expect(carried([20, 10], [20, 10], [40, 30])).toBe('>= 20');
  expect(carried([20, 10], [20, 10], [40, 30, 'generator-stalled'], [40, 30, 'machine-busy'])).toBe('>= 40');
  expect(carried([20, 10], [20, 10], [40, 500, 'sender-late'], [40, null, 'sender-late'])).toBe('>= 20');
});

test('a void round whose latencies may be too low carries nothing', () => {
  expect(carried([20, 10], [20, 10], [40, 30, 'clock-jumped'], [40, 30, 'clock-jumped'])).toBe('>= 20');
  expect(carried([20, 10, 'app-ended'], [20, 10, 'app-ended'])).toBeUndefined();
});

test('two valid rounds over the limit make the level below them the most that is carried', () => {
  expect(carried([20, 10], [20, 10], [40, 600], [40, null])).toBe('20');
  expect(carried([20, 10], [20, 10], [40, 600], [40, 600, 'generator-stalled'])).toBe('>= 20');
});

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
