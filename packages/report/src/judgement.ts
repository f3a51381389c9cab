import {
  type Comparison,
  type Floor,
  figureNamed,
  floorIn,
  isAgainstItself,
  noiseFloorOf,
  type Summary,
  slopeMethod,
} from '@meteor-vs-mean/measure/results';
import type { Ratios } from '@meteor-vs-mean/stats';
import type { Cell, Note } from './document.ts';
import { count, countInWords, list, percent, range, times } from './numbers.ts';

/** A ratio and how certain it is: of pairs, or of starts that aren't pairs. */
export type Ratio = Pick<Ratios, 'mean' | 'low' | 'high'> & {
  interval: { low: number; high: number } | null;
};

/** Whether a ratio says that two contestants differ. */
export interface Judgement {
  /** `more`: the first needs more than the second. `unknown`: there is no ratio to judge. */
  seen: 'more' | 'less' | 'none' | 'unknown';
  /** Why no difference is seen, or none is known; else empty. */
  because: string;
  /** What is printed with a ratio that shows no difference; undefined with any other. */
  remark?: Remark;
}

/** "No difference" is for intervals that hold 1. */
export type Remark = 'no difference seen' | 'below our noise threshold';

/**
 * A difference is seen when the ratio lies outside the noise floor, and its interval (or, without one, every pair) on
 * one side of 1.
 */
export function judge({ mean, low, high, interval }: Ratio, floor: number | undefined): Judgement {
  const [least, most] = interval ? [interval.low, interval.high] : [low, high];
  const holdsOne = least <= 1 && most >= 1;
  // Without an interval the range of the noise is printed, which holds 1.
  const remark = holdsOne || !interval ? 'no difference seen' : 'below our noise threshold';
  const none = (because: string): Judgement => ({ seen: 'none', because, remark });
  if (!(mean > 0)) return { seen: 'unknown', because: 'beyond the drain' };
  if (times(mean) === '1.00') return none('it rounds to 1');
  if (floor !== undefined && mean <= floor && mean >= 1 / floor) {
    return none(
      floor === Number.POSITIVE_INFINITY
        ? 'a pair of the A/A is beyond the drain, so the noise has no bound'
        : `inside the noise floor of ±${floorShare(floor)}`,
    );
  }
  if (holdsOne) return none(interval ? 'the interval holds 1' : 'it lies on both sides of 1');
  return { seen: mean > 1 ? 'more' : 'less', because: '' };
}

/** Beside a ratio without an interval: the range of its pairs, or of the noise where that is wider. */
function rangeText({ mean, low, high }: Ratio, floor = 1, inverse = false): string {
  if (floor === Number.POSITIVE_INFINITY) return 'noise without a bound';
  const [least, most] = [Math.min(low, mean / floor), Math.max(high, mean * floor)];
  return inverse ? range(1 / most, 1 / least) : range(least, most);
}

/** `1.50 (95 %: 1.44 to 1.54)`, or the range of the pairs. */
export function ratioCell(ratios: Ratios | undefined, floor: number | undefined): Cell {
  if (!ratios) return { text: '' };
  if (ratios.beyond > 0) return { text: 'beyond the drain', sub: beyondPairs(ratios), tone: 'bad' };
  const isAlone = ratios.each.length === 1 && floor === undefined;
  return seenCell(ratios, floor, isAlone ? '1 pair' : undefined);
}

/** `in 2 of 6 pairs`. */
function beyondPairs({ each, beyond }: Ratios): string {
  return `in ${beyond} of ${count(each.length + beyond, 'pair')}`;
}

/** In a sentence: `1.50 (95 % interval 1.44 to 1.54)`, with the remark if no difference is seen. */
export function ratioText(ratios: Ratios, floor: number | undefined): string {
  const { seen, remark } = judge(ratios, floor);
  if (seen === 'unknown') return certainty(ratios, floor);
  return `${times(ratios.mean)} (${certainty(ratios, floor)})${afterComma(remark)}`;
}

/** Behind a ratio in a sentence. */
export const afterComma = (remark: Remark | undefined): string => (remark === undefined ? '' : `, ${remark}`);

/** @param alone instead of a range of one value */
export function seenCell(ratio: Ratio, floor: number | undefined, alone?: string): Cell {
  const text = times(ratio.mean);
  const sub = intervalText(ratio) ?? alone ?? rangeText(ratio, floor);
  const { remark } = judge(ratio, floor);
  return remark === undefined ? { text, sub } : { text, sub, remark, tone: 'faint' };
}

/** `95 %: 1.44 to 1.54`; undefined without an interval. */
export function intervalText({ interval }: Pick<Ratio, 'interval'>): string | undefined {
  return interval ? `95 %: ${range(interval.low, interval.high)}` : undefined;
}

/** In a sentence: `95 % interval 1.44 to 1.54`; of few pairs their range. @param inverse of b over a */
export function certainty(ratios: Ratios, floor?: number, inverse = false): string {
  const { each, interval, beyond } = ratios;
  if (beyond > 0) return `beyond the drain ${beyondPairs(ratios)}`;
  if (interval) {
    const { low, high } = interval;
    return `95 % interval ${inverse ? range(1 / high, 1 / low) : range(low, high)}`;
  }
  if (each.length === 1 && floor === undefined) return 'one pair, so nothing is known of the noise';
  return `${countInWords(each.length, 'pair')}, ${rangeText(ratios, floor, inverse)}`;
}

/** `4 %` of 1.04. */
export function floorShare(floor: number): string {
  return percent(floor - 1, floor < 1.0995 ? 1 : 0).replace('.0 ', ' ');
}

/**
 * The noise floor of a ratio; of noisy rounds the one that was measured beside a busy loop, if it is wider. A control's A/A
 * has its interval alone: the floor is made of it, and would hide a bench that favours one side.
 */
export function floorFor(
  { plan: { floor, contestants }, experiment }: Pick<Summary, 'experiment' | 'plan'>,
  figure: string,
  comparison: Comparison | undefined,
): number | undefined {
  const isFloor = experiment === 'control' && comparison && isAgainstItself(comparison, contestants);
  if (isFloor) return undefined;
  const floors = [floorIn(floor, figure), comparison && noiseFloorOf(comparison, figure)];
  const known = floors.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** A ratio of one run, judged by the floor of that run. @param comparison undefined: the run doesn't have it */
export function ratioCellOf(
  summary: Pick<Summary, 'experiment' | 'plan'>,
  figure: string,
  comparison: Comparison | undefined,
): Cell {
  return ratioCell(comparison?.figures[figure], floorFor(summary, figure, comparison));
}

/** Where ratios of several runs are side by side. */
export const ownFloor =
  'Each ratio is judged by the noise floor of its own run; that of an A/A by its interval alone.';

/** A figure's label, or its name where this version doesn't know it. */
export function labelOf(name: string): string {
  return figureNamed(name)?.label ?? name;
}

/** What the ratios of a table are, and the noise floor. */
export function ratioNotes(
  comparisons: readonly Comparison[],
  { plan, experiment }: Pick<Summary, 'experiment' | 'plan'>,
): Note[] {
  const names = new Set(comparisons.flatMap(({ figures }) => Object.keys(figures)));
  return [
    { text: methodOf(comparisons.flatMap(({ figures }) => Object.values(figures))) },
    { text: floorSentence(plan.floor, experiment, [...names]), tone: 'faint' },
  ];
}

/** @returns in words, how ratios were made */
function methodOf(all: readonly Ratios[]): string {
  const ofSlopes = all.filter(({ interval }) => interval?.method === slopeMethod);
  const rest = all.filter((one) => !ofSlopes.includes(one));
  const slopes = 'those with an interval are of the fitted slopes, with Fieller’s 95 % interval';
  if (rest.length === 0) return 'Ratios are of the fitted slopes, with Fieller’s 95 % intervals.';
  const pairs = Math.max(0, ...rest.map(({ each }) => each.length));
  const methods = [...new Set(rest.flatMap(({ interval }) => interval?.method ?? []))];
  const order = rest.some((ratios) => ratios.order !== null) ? ', the effect of the order taken out' : '';
  return [
    `Ratios are geometric means of ${pairs === 1 ? 'one pair' : `${pairs} pairs`} of rounds${order}`,
    ...(methods.length > 0 ? [`95 % intervals: ${methods.join('; ')}`] : []),
    ...(ofSlopes.length > 0 ? [slopes] : []),
    ...(rest.some(({ interval }) => interval === null)
      ? [fewText(all.length > rest.length || methods.length > 0)]
      : []),
  ]
    .join('; ')
    .concat('.');
}

/** @param someHave an interval */
function fewText(someHave: boolean): string {
  const which = someHave ? 'where fewer than six pairs carry no interval' : 'behind each';
  return `${which}, the range of the pairs or of the noise, the wider one`;
}

/** Under every table with ratios. @param names of the figures that the table has ratios of */
export function floorSentence(floor: Floor | null, experiment: string, names: readonly string[]): string {
  if (!floor && experiment === 'control') return 'Noise floor: how far the A/A’s own ratios lie from 1.';
  if (!floor) {
    return 'Noise floor: not known; npm run compare -- --control measures it (over the same network).';
  }
  const found = names.flatMap((name) => {
    const share = floorIn(floor, name);
    if (share === undefined) return [];
    if (share === Number.POSITIVE_INFINITY)
      return [`${labelOf(name)} without a bound (a pair is beyond the drain)`];
    return [`${labelOf(name)} within ±${floorShare(share)}`];
  });
  const where = floor.sameMachine ? '' : ' (another machine)';
  if (found.length === 0) return `Noise floor: the A/A of ${floor.folder}${where} has none of these figures.`;
  const of = floor.of
    ? ` (${floor.of.pairs} pairs of ${floor.of.duration_s} s, ${floor.of.clients} subscribers, ${floor.of.rate} writes/s)`
    : '';
  const noisy = floor.noisy ? `, ${count(floor.noisy, 'noisy round')}` : '';
  const control = floor.folder.split('/').at(-1);
  return (
    `Noise floor, A/A run ${control}${where}${of}${noisy}: ${list(found)}.` +
    (experiment === 'control' ? ' The A/A’s own ratios have their intervals.' : '')
  );
}
