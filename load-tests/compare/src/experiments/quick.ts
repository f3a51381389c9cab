import type { AppContestant } from '@meteor-vs-mean/measure/results';
import { withRetries } from '@meteor-vs-mean/measure/run';
import { type Choices, comparisonsOf } from '../contestants/contestants.ts';
import type { Options } from '../options/options.ts';
import type { ExperimentPlan } from './plan.ts';
import { deliveryRounds, memoryRounds, neededRounds } from './rounds.ts';

/**
 * A fixed number of pairs, and some starts for memory: an answer in minutes, without an interval. A void round is run
 * again; half of the pairs will do, since more than a hint isn't promised.
 */
export function quick(
  options: Options,
  contestants: readonly AppContestant[],
  stacks: readonly Choices[],
): ExperimentPlan {
  // Pairs first: memory has the heavier steps.
  const rounds = [
    ...deliveryRounds(options, contestants, options.pairs),
    ...memoryRounds(options, contestants),
  ];
  return {
    contestants,
    notRun: [],
    comparisons: comparisonsOf(contestants, stacks),
    needed: neededRounds(options, { of: contestants, rounds: Math.ceil(options.pairs / 2) }, contestants),
    total: rounds.length,
    rounds: (sofar) => withRetries(rounds, sofar),
  };
}
