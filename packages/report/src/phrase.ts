import {
  type CompareSummary,
  type Comparison,
  type Figure,
  figureNamed,
  figureOf,
} from '@meteor-vs-mean/measure/results';
import { nameOf } from './contestant.ts';
import { certainty, floorFor, judge } from './judgement.ts';
import { bare, countInWords, times } from './numbers.ts';

/** How a sentence says that one needs more: `as late`, or `the CPU of`. */
type Need = { adverb: string } | { noun: string };

/**
 * A ratio in words, the larger side first, so that it is never below 1. Empty if the comparison has none.
 * @param again the sides were named just before
 */
export function phrase(
  summary: CompareSummary,
  comparison: Comparison,
  name: string,
  need: Need,
  again = false,
): string {
  const [ratios, figure] = [comparison.figures[name], figureNamed(name)];
  if (!ratios || !figure) return '';
  const at = 'adverb' in need ? ` at ${figure.label}` : ` in ${need.noun}`;
  if (ratios.beyond > 0) {
    return `in ${countInWords(ratios.beyond, 'pair')} ${figure.label} is beyond the drain, so there is no ratio`;
  }
  const inverse = ratios.mean < 1;
  const sides = inverse ? ([comparison.b, comparison.a] as const) : ([comparison.a, comparison.b] as const);
  const [a, b] = sides.map((key) => nameOf(key, summary));
  const floor = floorFor(summary, name, comparison);
  const { because, remark } = judge(ratios, floor);
  if (remark !== undefined) {
    const none =
      remark === 'no difference seen'
        ? 'no difference is seen'
        : 'the difference is below our noise threshold';
    return again
      ? `${none}${at} (${because})`
      : `${none}${at} between ${a} and ${b} (ratio ${times(ratios.mean)}: ${because})`;
  }
  const size = `${times(inverse ? 1 / ratios.mean : ratios.mean)} times`;
  const values = valuesOf(summary, comparison.load, figure, sides);
  const inside = [...values, certainty(ratios, floor, inverse)].join('; ');
  if ('noun' in need) return `${a} needs ${size} the ${need.noun} of ${b} (${inside})`;
  if (again) return `${size} ${need.adverb}${at} (${inside})`;
  return `a write reaches a subscriber of ${a} ${size} ${need.adverb} as one of ${b}${at} (${inside})`;
}

/** `11.3 against 7.57 ms`; empty if a side has no value. */
function valuesOf(
  { results }: CompareSummary,
  load: string,
  figure: Figure,
  sides: readonly [string, string],
): string[] {
  const [a, b] = sides.map((key) => {
    const one = results.find((found) => found.key === key && found.load === load);
    return one && figureOf(one, figure);
  });
  if (a == null || b == null) return [];
  return [`${bare(a, figure.shown)} against ${bare(b, figure.shown)} ${figure.shown.unit}`];
}
