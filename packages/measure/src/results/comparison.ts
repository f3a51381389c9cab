import { type PairOf, type Ratios, ratios } from '@meteor-vs-mean/stats';
import { type AppContestant, asItComes, audienceOf, type Contestant, isApp } from './contestant.ts';
import { type Figure, valueIn } from './figure.ts';
import { figuresIn } from './figures.ts';
import type { StackFacts } from './manifest.ts';
import { noiseIn } from './noise.ts';
import type { OwnFigure } from './own-figure.ts';
import type { PlannedComparison } from './plan.ts';
import { isCounted, type Round } from './round.ts';
import type { Comparison } from './summary.ts';

/** Every contestant over each later one, the first pair first: past this many ratios nobody reads them. */
const mostComparisons = 10;

/**
 * Of two contestants with the same audience the first over the second; of more each over every later one, as many as
 * can be read of each audience.
 */
export function everyPair<Each extends Pick<AppContestant, 'key'> & Partial<AppContestant>>(
  contestants: readonly Each[],
  pairsOf: (a: Each, b: Each) => PlannedComparison[] = ({ key: a }, { key: b }) => [{ title: null, a, b }],
): PlannedComparison[] {
  return [...Map.groupBy(contestants, audienceOf).values()].flatMap((same) =>
    same.flatMap((a, index) => same.slice(index + 1).flatMap((b) => pairsOf(a, b))).slice(0, mostComparisons),
  );
}

/**
 * As `everyPair`, but a floor is compared with its own app alone, and an app without a guard with that app as it comes;
 * the app first.
 * @param floorOf the stack that a stack is the floor of
 */
export function pairsOverFloors(
  contestants: readonly AppContestant[],
  floorOf: (stack: string) => string | undefined,
): PlannedComparison[] {
  const isFloor = ({ stack }: AppContestant) => floorOf(stack) !== undefined;
  const isUnder = (below: AppContestant, above: AppContestant) =>
    isFloor(below) ? floorOf(below.stack) === above.stack : isWithoutGuards(below, above);
  return everyPair(contestants, (a, b) => {
    if (isUnder(b, a)) return [{ title: null, a: a.key, b: b.key }];
    if (isUnder(a, b)) return [{ title: null, a: b.key, b: a.key }];
    const areAlike = !isFloor(a) && !isFloor(b) && hasGuards(a) === hasGuards(b);
    return areAlike ? [{ title: null, a: a.key, b: b.key }] : [];
  });
}

/** Whether the app runs with its guards. */
export function hasGuards({ variant }: AppContestant): boolean {
  return variant.guards ?? true;
}

/** Whether the first is the second without its guards. */
function isWithoutGuards(bare: AppContestant, whole: AppContestant): boolean {
  const isSame = (field: 'stack' | 'mode' | 'transport') => bare[field] === whole[field];
  const rest = ({ variant }: AppContestant) => JSON.stringify({ ...asItComes, ...variant, guards: true });
  return (
    hasGuards(whole) &&
    !hasGuards(bare) &&
    isSame('stack') &&
    isSame('mode') &&
    isSame('transport') &&
    rest(bare) === rest(whole)
  );
}

/** Whether one side of it is a floor, or an app without guards. */
export function isOverFloor(
  { a, b }: { a: string; b: string },
  contestants: readonly Contestant[],
  stacks: Record<string, StackFacts>,
): boolean {
  return [a, b].some((key) => {
    const found = contestants.find((one) => one.key === key);
    if (!found || !isApp(found)) return false;
    const facts = stacks[found.stack];
    return !hasGuards(found) || (facts?.ran === true && facts.floorOf !== undefined);
  });
}

/** Where a figure was measured. */
export interface Place {
  load: string;
  contestant: string;
}

/** One contestant over another: a comparison for each load, within the pairs of which both rounds count. */
export function compare(
  { title, a, b }: PlannedComparison,
  { rounds, figures, seed }: { rounds: readonly Round[]; figures: readonly OwnFigure[]; seed: number },
): Comparison[] {
  const valid = rounds.filter(isCounted);
  const loadsOf = (key: string) =>
    new Set(valid.filter(({ contestant }) => contestant === key).map(({ load }) => load));
  const loads = [...loadsOf(a)].filter((load) => loadsOf(b).has(load));
  return loads.map((load) => {
    const those = valid.filter((round) => round.load === load);
    const ratiosOf: Record<string, Ratios> = {};
    for (const figure of figuresIn(those, figures).filter(({ compared }) => compared)) {
      const found = ratiosBetween(those, figure, { load, contestant: a }, { load, contestant: b }, seed);
      if (found) ratiosOf[figure.name] = found;
    }
    const noise = noiseIn(those.filter(({ contestant }) => contestant === a || contestant === b));
    return { title, load, a, b, ...noise, figures: ratiosOf };
  });
}

/**
 * Ratios of one place's figure over another's, within pairs.
 * @returns undefined if no pair has both, whether as numbers or beyond what the round waited for
 */
export function ratiosBetween(
  rounds: readonly Round[],
  figure: Figure,
  a: Place,
  b: Place,
  seed: number,
): Ratios | undefined {
  const [ofA, ofB] = [a, b].map((place) => roundsAt(rounds, place, figure));
  const pairs = [...new Set(rounds.map(({ pair }) => pair))].map((pair): PairOf => {
    const [inA, inB] = [ofA, ofB].map((some) => some?.find((round) => round.pair === pair));
    return {
      a: inA && valueIn(inA, figure),
      b: inB && valueIn(inB, figure),
      first: (inB?.round ?? Number.POSITIVE_INFINITY) < (inA?.round ?? 0) ? 'b' : 'a',
    };
  });
  return ratios(pairs, { seed });
}

/** A figure's value in each valid round of a place, in their order; null where it is beyond what the round waited for. */
export function valuesAt(rounds: readonly Round[], place: Place, figure: Figure): (number | null)[] {
  return roundsAt(rounds, place, figure).map((round) => valueIn(round, figure) ?? null);
}

/** The valid rounds of a place that have the figure. */
function roundsAt(rounds: readonly Round[], { load, contestant }: Place, figure: Figure): Round[] {
  return rounds.filter(
    (round) =>
      isCounted(round) &&
      round.load === load &&
      round.contestant === contestant &&
      valueIn(round, figure) !== undefined,
  );
}
