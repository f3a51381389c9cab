import type { GridClaim } from '@meteor-vs-mean/results';

/** What became here of a ratio that somebody published. */
export type Outcome = 'reproduced' | 'different' | 'reversed';

/** A ratio that is further off than this is another one, and has to be explained. */
export const farOff = 2;

/**
 * `reversed`: the other side is ahead here, whatever the factor. `different`: more than a factor of two off, or no
 * difference is seen here while the published one lies outside the interval. Else `reproduced`.
 * @returns undefined where nothing was published, or nothing measured
 */
export function outcomeOf({ published, here }: Pick<GridClaim, 'published' | 'here'>): Outcome | undefined {
  const { ratio, interval } = here;
  const side = sideOf(published.ratio) ?? published.side;
  if (ratio === null || (published.ratio === null && side === undefined)) return undefined;
  const isOpen = interval !== null && interval.low <= 1 && interval.high >= 1;
  const sideHere = isOpen ? undefined : sideOf(ratio);
  if (side !== undefined && sideHere !== undefined && side !== sideHere) return 'reversed';
  if (published.ratio === null) return isOpen ? 'different' : 'reproduced';
  const factor = ratio / published.ratio;
  const isLevel = isOpen && (published.ratio < interval.low || published.ratio > interval.high);
  return factor > farOff || factor < 1 / farOff || isLevel ? 'different' : 'reproduced';
}

/** On which side of 1 a ratio lies; undefined: on neither. */
function sideOf(ratio: number | null): 'below' | 'above' | undefined {
  if (ratio === null || ratio === 1) return undefined;
  return ratio < 1 ? 'below' : 'above';
}
