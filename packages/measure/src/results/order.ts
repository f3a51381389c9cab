import { fewestPairs } from '@meteor-vs-mean/stats';
import { againOf } from './contestant.ts';
import type { Load } from './load.ts';
import type { Needed, Plan, PlannedComparison } from './plan.ts';

/** A contestant at a load, in one pair. */
export interface PlannedCell<OneLoad extends Load = Load> {
  /** From 1. */
  pair: number;
  load: OneLoad;
  /** The contestant's key. */
  contestant: string;
}

/**
 * A B B A: the order of every second pair is reversed, so what drifts over a run affects all alike.
 * @param of the rounds of a pair
 * @param from number of the first pair
 */
export function inPairs<Each>(of: (pair: number) => readonly Each[], pairs: number, from = 1): Each[] {
  return Array.from({ length: pairs }, (_, index) => from + index).flatMap((pair) =>
    pair % 2 === 1 ? of(pair) : of(pair).toReversed(),
  );
}

/**
 * Each load with its contestants, pair after pair. Its baseline comes first and, for the A/A, once more at the end.
 * @param runs whether a contestant can be run here
 */
export function cellsOf<OneLoad extends Load>(
  loads: readonly OneLoad[],
  pairs: number,
  runs: (contestant: string) => boolean,
): PlannedCell<OneLoad>[] {
  return inPairs(
    (pair) =>
      loads
        .filter((load) => pair <= pairsOf(load, pairs))
        .flatMap((load) => contestantsAt(load, runs).map((contestant) => ({ pair, load, contestant }))),
    pairs,
  );
}

function contestantsAt({ baseline, contestants }: Load, runs: (contestant: string) => boolean): string[] {
  const others = contestants.filter((key) => key !== baseline && runs(key));
  return baseline !== null && runs(baseline) ? [baseline, ...others, againOf(baseline)] : others;
}

function pairsOf({ pairs: own }: Load, pairs: number): number {
  return Math.min(own ?? pairs, pairs);
}

/** Of every contestant at every load half of its rounds, or the six that an interval takes where it was to have one. */
export function neededOf(
  loads: readonly Load[],
  pairs: number,
  runs: (contestant: string) => boolean,
): Needed[] {
  return cellsOf(loads, 1, runs).map(({ load, contestant }) => {
    const planned = pairsOf(load, pairs);
    const rounds = planned >= fewestPairs ? fewestPairs : Math.ceil(planned / 2);
    return { contestant, load: load.key, rounds };
  });
}

/** The ratios that tables show: of each column over the table's baseline, and of each baseline against itself. */
export function comparisonsFor({ loads, tables }: Pick<Plan, 'loads' | 'tables'>): PlannedComparison[] {
  const overBaselines = tables.flatMap(({ columns, baseline }) =>
    baseline === null ? [] : columns.filter((key) => key !== baseline).map((a) => ({ a, b: baseline })),
  );
  const againstThemselves = loads.flatMap(({ baseline }) =>
    baseline === null ? [] : [{ a: againOf(baseline), b: baseline }],
  );
  const all = [...overBaselines, ...againstThemselves];
  return [...new Map(all.map((one) => [`${one.a}\n${one.b}`, { title: null, ...one }])).values()];
}
