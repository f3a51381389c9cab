import type { Ratios } from '@meteor-vs-mean/stats';
import { nameOf } from '../contestant.ts';
import { figureLabel } from '../figures.ts';
import { floorFor, judge } from '../judgement.ts';
import { countInWords, range, short, times } from '../numbers.ts';
import type { Comparison, ContestantSummary, Summary } from '../results.ts';

/**
 * A ratio in words, the larger side first, so that it is never below 1.
 * @param again the sides were named just before
 */
export function phrase(
  summary: Summary,
  comparison: Comparison,
  figure: string,
  ratios: Ratios,
  what: 'late' | string,
  again = false,
): string {
  const label = figureLabel(figure);
  const at = what === 'late' ? ` at ${label}` : '';
  const { seen, because } = judge(ratios, floorFor(summary, figure));
  const inverse = ratios.mean < 1;
  const [a, b] = inverse ? [comparison.b, comparison.a] : [comparison.a, comparison.b];
  const [nameA, nameB] = [nameOf(a, summary), nameOf(b, summary)];
  if (ratios.beyond > 0) {
    return `in ${countInWords(ratios.beyond, 'pair')} ${label} lies beyond the drain, so there is no ratio`;
  }
  if (seen === 'none') {
    const kind = what === 'late' ? '' : ` in ${what}`;
    return again
      ? `no difference is seen${at} (${because})`
      : `no difference${kind} is seen${at} between ${nameA} and ${nameB} (ratio ${times(ratios.mean)}: ${because})`;
  }
  const ratio = inverse ? 1 / ratios.mean : ratios.mean;
  const size = `${times(ratio)} times`;
  const values = valuesOf(summary, comparison, figure, [a, b]);
  const certain = certainty(ratios, inverse);
  const inside = [values, certain].filter((one) => one !== '').join('; ');
  if (again) return `${size} as late${at} (${inside})`;
  return what === 'late'
    ? `a write reaches a subscriber of ${nameA} ${size} as late as one of ${nameB}${at} (${inside})`
    : `${nameA} needs ${size} the ${what} of ${nameB} (${inside})`;
}

/** `11.3 against 7.57 ms`. */
function valuesOf(
  summary: Summary,
  { scenario }: Comparison,
  figure: string,
  sides: [string, string],
): string {
  const values = sides.map((key) => {
    const one = summary.contestants.find((found) => found.key === key && found.scenario === scenario);
    return one && figureOf(one, figure);
  });
  if (values.some((value) => value == null)) return '';
  const [[a, unit], [b]] = values as [[string, string], [string, string]];
  return `${a} against ${b} ${unit}`;
}

function figureOf(one: ContestantSummary, figure: string): [value: string, unit: string] | null {
  const latency = one.latency?.[figure as 'p50_ms'];
  if (latency != null) return [short(latency), 'ms'];
  if (figure === 'appCpu_ms_per_1000' && one.appCpu_ms_per_1000 !== null) {
    return [short(one.appCpu_ms_per_1000), 'ms per 1,000'];
  }
  const documents = /^heap_bytes_per_client_(\d+)$/.exec(figure)?.[1];
  const memory = one.memory.find((held) => String(held.documents) === documents);
  return memory ? [short(memory.heap.slope / 1e3), 'KB'] : null;
}

/** `95 % interval 1.44 to 1.54`, or why there is none. */
export function certainty({ each, low, high, interval }: Ratios, inverse: boolean): string {
  const turned = (from: number, to: number) => (inverse ? range(1 / to, 1 / from) : range(from, to));
  if (interval) return `95 % interval ${turned(interval.low, interval.high)}`;
  if (each.length === 1) return 'no interval: one pair, which says nothing of the noise';
  return `no interval: ${countInWords(each.length, 'pair')}, ${turned(low, high)}`;
}

export function capital(sentence: string): string {
  return sentence.replace(/^./, (letter) => letter.toUpperCase());
}
