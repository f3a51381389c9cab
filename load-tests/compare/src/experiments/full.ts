import {
  type AppContestant,
  compare,
  everyPair,
  hasGuards,
  isCounted,
  type Measured,
  type PlannedComparison,
  type Stopping,
} from '@meteor-vs-mean/measure/results';
import { type SoFar, withRetries } from '@meteor-vs-mean/measure/run';
import { scenariosOf } from '@meteor-vs-mean/scenarios';
import { looks as allLooks, halfWidth, pairsFor, type Ratios } from '@meteor-vs-mean/stats';
import { type Choices, comparisonsOf } from '../contestants/contestants.ts';
import type { Options } from '../options/options.ts';
import type { ExperimentPlan } from './plan.ts';
import type { PlannedRound } from './planned-round.ts';
import { deliveryRounds, memoryRounds, neededRounds } from './rounds.ts';

/** Both intervals must lie within ±10 % of their middle. */
const goal = 0.1;
const figures = ['p50_ms', 'appCpu_ms_per_1000'];

/**
 * Adds pairs until the intervals are narrow enough at one of the looks, which are fixed beforehand, or the time is
 * over. A pair with a void round doesn't count, and another takes its place if there is time.
 */
export function full(
  options: Options,
  contestants: readonly AppContestant[],
  stacks: readonly Choices[],
): ExperimentPlan {
  const looks = looksUpTo(options.pairs);
  const first = looks[0] as number;
  // A floor, or an app without guards, is next to its app: how narrow its intervals are decides nothing.
  const apps = contestants.filter(
    (one) => hasGuards(one) && stacks.find(({ name }) => name === one.stack)?.floorOf === undefined,
  );
  const comparisons = everyPair(apps);
  let stopping: Stopping | null = null;
  return {
    contestants,
    notRun: [],
    comparisons: comparisonsOf(contestants, stacks),
    needed: neededRounds(options, { of: contestants, rounds: first }, contestants),
    total: null,
    *rounds(sofar) {
      let planned = 0;
      let longest_s = 0;
      function* nextPair(): Generator<PlannedRound> {
        const before_s = sofar.elapsed_s();
        planned++;
        yield* withRetries(deliveryRounds(options, contestants, 1, planned), sofar);
        longest_s = Math.max(longest_s, sofar.elapsed_s() - before_s);
      }
      const validPairs = () => validPairsIn(sofar.measured, options, contestants);
      // The starts for memory are spread among the first pairs: what drifts over the run falls on both.
      const memory = memoryRounds(options, contestants);
      for (let pair = 1; pair <= first; pair++) {
        yield* nextPair();
        const upTo = (of: number) => Math.ceil((memory.length * of) / first);
        yield* withRetries(memory.slice(upTo(pair - 1), upTo(pair)), sofar);
      }
      // Memory alone: there are no pairs to add.
      if (scenariosOf(options.scenarios, 'deliveries').length === 0) return;
      for (const look of looks) {
        // No pair begins that would not end within the limit.
        while (validPairs() < look && sofar.elapsed_s() + longest_s <= options.limit_s) yield* nextPair();
        const valid = validPairs();
        stopping = lookAt({ options, comparisons, looks, sofar, valid });
        // Without two apps there is no ratio to look at.
        if (comparisons.length === 0) return;
        // Between two looks nothing is decided: an interval that is looked at more often is too narrow by chance.
        if (valid < look) stopping.ended = 'out of time';
        if (stopping.ended !== 'last look') return;
      }
    },
    stopping: () => (comparisons.length === 0 ? null : stopping),
  };
}

/** Those of the fixed looks that so many pairs reach; fewer than the first one make a single look of their own. */
export function looksUpTo(pairs: number): number[] {
  const reached = allLooks.filter((look) => look <= pairs);
  return reached.length > 0 ? reached : [pairs];
}

/** The number of pairs of which every round is valid. */
function validPairsIn(
  measured: readonly Measured[],
  { scenarios }: Options,
  contestants: readonly AppContestant[],
): number {
  const rounds = contestants.length * scenariosOf(scenarios, 'deliveries').length;
  const valid = measured.flatMap(({ round }) =>
    round.kind === 'deliveries' && isCounted(round) ? [round.pair] : [],
  );
  return [...Map.groupBy(valid, (pair) => pair).values()].filter((same) => same.length === rounds).length;
}

interface Look {
  options: Options;
  comparisons: readonly PlannedComparison[];
  looks: number[];
  sofar: SoFar;
  valid: number;
}

/** What the intervals are by now. Of several scenarios and of several pairs of contestants, the widest counts. */
function lookAt({ options, comparisons, looks, sofar, valid }: Look): Stopping {
  const rounds = sofar.measured.map(({ round }) => round);
  const found = comparisons
    .flatMap((planned) => compare(planned, { rounds, figures: [], seed: options.seed }))
    .filter(({ load }) => scenariosOf(options.scenarios, 'deliveries').some((name) => name === load));
  const all = (figure: string) => found.flatMap((one) => (one.figures[figure] ? [one.figures[figure]] : []));
  const reached = Object.fromEntries(figures.map((figure) => [figure, widest(all(figure))]));
  const isReached = Object.values(reached).every((half) => half !== null && half <= goal);
  return {
    looks,
    goal,
    figures,
    limit_s: options.limit_s,
    ended: isReached ? 'goal reached' : 'last look',
    pairs: valid,
    reached,
    pairsNeeded: isReached ? null : mostPairs(figures.flatMap(all)),
  };
}

/** Null if one has no interval: it isn't known how wide it is. */
function widest(all: readonly Ratios[]): number | null {
  const halves = all.map(halfWidth);
  if (halves.length === 0 || halves.includes(null)) return null;
  return Math.max(...(halves as number[]));
}

function mostPairs(all: readonly Ratios[]): number | null {
  const needed = all.map((ratios) => pairsFor(ratios, goal));
  return needed.length === 0 || needed.includes(null) ? null : Math.max(...(needed as number[]));
}
