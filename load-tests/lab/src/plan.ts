import type { Load, Plan } from './experiment.ts';

/** One round to be played. */
export interface PlannedRound {
  /** From 1. */
  repeat: number;
  load: Load;
  target: string;
  /** The baseline once more, for the A/A. */
  again: boolean;
}

/**
 * A B C A, in the next repeat A C B A, and so on: what drifts over a run falls on all targets alike. The baseline's two
 * rounds stand at the ends, and which of them is the one once more takes turns, too. Loads turn round as well, since
 * some claims are of two of them.
 * @param runs whether a target can be run here
 */
export function inRepeats(
  { repeats, loads }: Pick<Plan, 'repeats' | 'loads'>,
  runs: (target: string) => boolean,
): PlannedRound[] {
  return Array.from({ length: repeats }, (_, index) => index + 1).flatMap((repeat) => {
    const there = loads
      .filter((load) => repeat <= repeatsOf(load, { repeats }))
      .flatMap((load) => {
        const { baseline } = load;
        const others = load.targets.filter((target) => target !== baseline);
        const once = [...(baseline === null ? [] : [baseline]), ...others].filter(runs);
        const rounds = once.map((target) => ({ repeat, load, target, again: false }));
        if (baseline !== null && runs(baseline)) rounds.push({ repeat, load, target: baseline, again: true });
        return rounds;
      });
    return repeat % 2 === 1 ? there : there.reverse();
  });
}

/** How often a load is repeated, where a plan is cut short, too. */
export function repeatsOf(
  { repeats: own }: Pick<Load, 'repeats'>,
  { repeats }: Pick<Plan, 'repeats'>,
): number {
  return Math.min(own ?? repeats, repeats);
}
