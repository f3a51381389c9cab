import { coverage, type Ratios } from '@meteor-vs-mean/stats';
import { figureLabel } from '../figures.ts';
import { floorFor, floorShare, judge } from '../judgement.ts';
import { times } from '../numbers.ts';
import type { Comparison, Summary } from '../results.ts';
import { capital, certainty } from './phrase.ts';

/** What an A/A run says of the bench, and what each control changed. */
export function controlVerdict(summary: Summary): string[] {
  const isSame = ({ title }: Comparison) => title?.startsWith('A/A') ?? false;
  const same = summary.comparisons.filter((one) => isSame(one) && one.figures.p50_ms);
  const others = summary.comparisons.filter((one) => !isSame(one) && one.figures.p50_ms);
  const say = (one: Comparison) => {
    const { p50_ms, appCpu_ms_per_1000 } = one.figures;
    const part = (figure: string, ratios: Ratios | undefined) => {
      if (!ratios) return [];
      const { seen } = judge(ratios, floorFor(summary, figure));
      const size = `${figureLabel(figure)} ${times(ratios.mean)} (${certainty(ratios, false)})`;
      return [seen === 'none' ? `${size}, no difference seen` : size];
    };
    const parts = [...part('p50_ms', p50_ms), ...part('appCpu_ms_per_1000', appCpu_ms_per_1000)];
    const noise =
      isSame(one) && p50_ms ? ` A difference of p50 within ±${floorShare(reach(p50_ms))} is noise here.` : '';
    return `${capital(named(one.title ?? `${one.a} over ${one.b}`, summary))}: ${parts.join('; ')}.${noise}`;
  };
  return [...same.map(say), ...coverageSentence(summary.comparisons.filter(isSame)), ...others.map(say)];
}

/** Of an A/A the true ratio is 1: how many of the intervals hold it. */
function coverageSentence(same: readonly Comparison[]): string[] {
  const intervals = same.flatMap(({ figures }) =>
    Object.values(figures).flatMap(({ interval }) => (interval ? [interval] : [])),
  );
  const found = coverage(intervals);
  if (!found) return [];
  return [
    `Of ${found.of} 95 % intervals of the A/A ${found.contained} hold 1. Figures of the same rounds go together, so this ` +
      'catches what is badly wrong; how often such intervals hold the truth is simulated (bench:coverage of packages/stats).',
  ];
}

/** How far from 1 an A/A's ratios reach, or the ends of their interval: 1.04 for 4 %. */
function reach({ low, high, interval }: Ratios): number {
  const [from, to] = interval ? [interval.low, interval.high] : [low, high];
  return Math.max(1 / from, to);
}

/** Keys of stacks, as sentences call them. */
function named(title: string, { stacks }: Summary): string {
  return title.replace(/\w+/g, (word) => stacks[word]?.title ?? word);
}
