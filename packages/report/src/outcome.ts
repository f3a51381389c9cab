import { type Claim, type Summary, tablesOf } from '@meteor-vs-mean/measure/results';
import { floorTimes } from './figure-floor.ts';
import { judge } from './judgement.ts';

/** What became here of a ratio that somebody published. */
export type Outcome = 'reproduced' | 'different' | 'reversed';

/** A ratio that is further off than this is another one, and has to be explained. */
export const farOff = 2;

/** A claim with the noise floor that its ratio here is judged by; undefined of two loads, or where none is known. */
export type FlooredClaim = Claim & { floor?: number | undefined };

/** The claims of a run, with the floors of their figures and loads, which the plan names. */
export function claimsOf(summary: Summary): FlooredClaim[] {
  const tables = tablesOf(summary);
  const floorOf = (key: string): number | undefined => {
    const { figure, load, otherLoad } = summary.plan.claims.find((one) => one.key === key)?.here ?? {};
    if (load === undefined || otherLoad !== undefined) return undefined;
    const table = tables.find((one) => one.figure === figure && one.rows.includes(load));
    return table && floorTimes(table, load);
  };
  return summary.claims.map((claim) => ({ ...claim, floor: floorOf(claim.key) }));
}

/** Whether a claim was measured here, and no difference is seen. */
export function isUnseen({ here, floor }: Pick<FlooredClaim, 'here' | 'floor'>): boolean {
  const { ratio, interval } = here;
  return ratio !== null && judge({ mean: ratio, low: ratio, high: ratio, interval }, floor).seen === 'none';
}

/**
 * `reversed`: the other side is ahead here, whatever the factor. `different`: more than a factor of two off, or no
 * difference is seen here while the published one lies outside the interval, or without one outside the noise floor.
 * Else `reproduced`.
 * @returns undefined where nothing was published or nothing measured, or where noise without a bound could be all of it
 */
export function outcomeOf(claim: Pick<FlooredClaim, 'published' | 'here' | 'floor'>): Outcome | undefined {
  const { published, here, floor = 1 } = claim;
  const { ratio, interval } = here;
  const side = sideOf(published.ratio) ?? published.side;
  if (ratio === null || floor === Number.POSITIVE_INFINITY) return undefined;
  if (published.ratio === null && side === undefined) return undefined;
  const isOpen = isUnseen(claim);
  const sideHere = isOpen ? undefined : sideOf(ratio);
  if (side !== undefined && sideHere !== undefined && side !== sideHere) return 'reversed';
  if (published.ratio === null) return isOpen ? 'different' : 'reproduced';
  const factor = ratio / published.ratio;
  const { low, high } = interval ?? { low: 1 / floor, high: floor };
  const isLevel = isOpen && (published.ratio < low || published.ratio > high);
  return factor > farOff || factor < 1 / farOff || isLevel ? 'different' : 'reproduced';
}

/** On which side of 1 a ratio lies; undefined: on neither. */
function sideOf(ratio: number | null): 'below' | 'above' | undefined {
  if (ratio === null || ratio === 1) return undefined;
  return ratio < 1 ? 'below' : 'above';
}
