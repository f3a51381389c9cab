import { mending } from '@meteor-vs-mean/bench';
import type { Contestant } from '@meteor-vs-mean/report';
import type { Experiment, PlannedComparison } from '../experiment.ts';
import type { Options } from '../options.ts';
import { deliveryRounds, neededDeliveries } from './delivery-rounds.ts';
import { memoryRounds, neededMemory } from './memory-rounds.ts';

/**
 * A fixed number of pairs, and some starts for memory: an answer in minutes, without an interval. A void round is run
 * again; half of the pairs will do, since more than a hint isn't promised.
 */
export function quick(options: Options, contestants: readonly Contestant[]): Experiment {
  // Pairs first: memory has the heavier steps.
  const rounds = [
    ...deliveryRounds(options, contestants, options.pairs),
    ...memoryRounds(options, contestants),
  ];
  return {
    contestants,
    notRun: [],
    comparisons: betweenTwo(contestants),
    needed: [
      ...neededDeliveries(options, contestants, Math.ceil(options.pairs / 2)),
      ...neededMemory(options, contestants),
    ],
    total: rounds.length,
    rounds: (sofar) => mending(rounds, sofar),
  };
}

/** Of two contestants the first over the second; of other numbers none: there is no one ratio. */
export function betweenTwo([a, b, ...more]: readonly Contestant[]): PlannedComparison[] {
  return a && b && more.length === 0 ? [{ title: null, a: a.key, b: b.key }] : [];
}
