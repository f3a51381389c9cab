import type { Measured } from './measured.ts';
import type { PlannedComparison } from './plan.ts';
import { isCounted } from './round.ts';

/** Pairs in which a contestant has no round that counts. */
export interface DroppedPairs {
  contestant: string;
  load: string;
  pairs: number;
}

/**
 * The rounds that a contestant's figures are made of. A void round drops its whole pair: the rounds of the apps that it is
 * compared with are left out as well, so that the figures of both are of the same pairs.
 * @param comparisons between apps; a baseline's void round drops nothing of its app
 * @returns those rounds, and the dropped pairs by the contestant whose round was void
 */
export function countedOf(
  measured: readonly Measured[],
  comparisons: readonly PlannedComparison[],
): { counted: Measured[]; dropped: DroppedPairs[] } {
  const deliveries = measured.flatMap(({ round }) => (round.kind === 'deliveries' ? [round] : []));
  const missing = [
    ...Map.groupBy(deliveries, ({ contestant, load, pair }) =>
      JSON.stringify([contestant, load, pair]),
    ).values(),
  ].flatMap((same) => (same[0] && !same.some(isCounted) ? [same[0]] : []));
  const compared = (one: string, other: string) =>
    comparisons.some(({ a, b }) => (a === one && b === other) || (a === other && b === one));
  const isDropped = ({ round }: Measured) =>
    round.kind === 'deliveries' &&
    missing.some(
      ({ contestant, load, pair }) =>
        load === round.load && pair === round.pair && compared(contestant, round.contestant),
    );
  return {
    counted: measured.filter((one) => isCounted(one.round) && !isDropped(one)),
    dropped: [
      ...Map.groupBy(missing, ({ contestant, load }) => JSON.stringify([contestant, load])).values(),
    ].flatMap((same) =>
      same[0] ? [{ contestant: same[0].contestant, load: same[0].load, pairs: same.length }] : [],
    ),
  };
}
