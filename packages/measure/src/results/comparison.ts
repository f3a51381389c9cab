import { type PairOf, type Ratios, ratios } from '@meteor-vs-mean/stats';
import { asItComes, audienceOf, type Contestant } from './contestant.ts';
import { type Figure, valueIn } from './figure.ts';
import { figuresIn } from './figures.ts';
import type { StackFacts } from './manifest.ts';
import type { Measured } from './measured.ts';
import { noiseIn } from './noise.ts';
import type { PlannedComparison } from './plan.ts';
import { isCounted, type Round } from './round.ts';
import type { Comparison } from './summary.ts';

/** Every contestant over each later one, the first pair first: past this many ratios nobody reads them. */
const mostComparisons = 10;

/**
 * Of two contestants with the same audience the first over the second; of more each over every later one, as many as
 * can be read of each audience.
 */
export function everyPair<Each extends Pick<Contestant, 'key'> & Partial<Contestant>>(
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
  contestants: readonly Contestant[],
  floorOf: (stack: string) => string | undefined,
): PlannedComparison[] {
  const isFloor = ({ stack }: Contestant) => floorOf(stack) !== undefined;
  const isUnder = (below: Contestant, above: Contestant) =>
    isFloor(below) ? floorOf(below.stack) === above.stack : isWithoutGuards(below, above);
  return everyPair(contestants, (a, b) => {
    if (isUnder(b, a)) return [{ title: null, a: a.key, b: b.key }];
    if (isUnder(a, b)) return [{ title: null, a: b.key, b: a.key }];
    const areAlike = !isFloor(a) && !isFloor(b) && hasGuards(a) === hasGuards(b);
    return areAlike ? [{ title: null, a: a.key, b: b.key }] : [];
  });
}

/** Whether the app runs with its guards. */
export function hasGuards({ variant }: Contestant): boolean {
  return variant.guards ?? true;
}

/** Whether the first is the second without its guards. */
function isWithoutGuards(bare: Contestant, whole: Contestant): boolean {
  const isSame = (field: 'stack' | 'mode' | 'transport') => bare[field] === whole[field];
  const rest = ({ variant }: Contestant) => JSON.stringify({ ...asItComes, ...variant, guards: true });
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
    if (!found) return false;
    const facts = stacks[found.stack];
    return !hasGuards(found) || (facts?.ran === true && facts.floorOf !== undefined);
  });
}

/** One contestant over another, a comparison a scenario, within the pairs of which both rounds count. */
export function compare(
  { title, a, b }: PlannedComparison,
  measured: readonly Measured[],
  seed: number,
): Comparison[] {
  const valid = measured.flatMap(({ round }) => (isCounted(round) ? [round] : []));
  const of = (key: string) =>
    new Set(valid.filter((round) => round.key === key).map(({ scenario }) => scenario));
  const scenarios = [...of(a)].filter((scenario) => of(b).has(scenario));
  return scenarios.map((scenario) => {
    const rounds = valid.filter((round) => round.scenario === scenario);
    const figures: Record<string, Ratios> = {};
    for (const figure of figuresIn(rounds).filter(({ compared }) => compared)) {
      const found = ratios(pairsOf(rounds, figure, a, b), { seed });
      if (found) figures[figure.name] = found;
    }
    const noise = noiseIn(rounds.filter(({ key }) => key === a || key === b));
    return { title, scenario, a, b, ...noise, figures };
  });
}

function pairsOf(rounds: readonly Round[], figure: Figure, a: string, b: string): PairOf[] {
  return [...new Set(rounds.map((round) => round.pair))].map((pair) => {
    const inPair = (key: string) =>
      rounds.find(
        (round) => round.pair === pair && round.key === key && valueIn(round, figure) !== undefined,
      );
    const [roundA, roundB] = [inPair(a), inPair(b)];
    return {
      a: roundA && valueIn(roundA, figure),
      b: roundB && valueIn(roundB, figure),
      first: (roundB?.round ?? Number.POSITIVE_INFINITY) < (roundA?.round ?? 0) ? 'b' : 'a',
    };
  });
}
