import type { Comparison, Summary } from '@meteor-vs-mean/report';
import { floorFor, judge, range, slug, times } from '@meteor-vs-mean/report/drawing';
import { type Figures, shortName } from './short-name.ts';

/**
 * Of each comparison `<figure>.ratio.<who>-over-<who>`, and where its scenario has but one, `<figure>.ratio`: as
 * `1.60 (95 %: 1.54 to 1.67)`, with `no difference seen` where that is so: `.plain` leaves that to the sentence. `.times`
 * and `.range` are its halves.
 */
export function ratioFigures(figures: Figures, summary: Summary): void {
  for (const comparison of summary.comparisons) {
    const alone = summary.comparisons.filter(({ scenario }) => scenario === comparison.scenario).length === 1;
    const pair = `${slug(comparison.a)}-over-${slug(comparison.b)}`;
    for (const [figure, ratios] of Object.entries(comparison.figures)) {
      const names = [`${shortName(figure)}.ratio.${pair}`, ...(alone ? [`${shortName(figure)}.ratio`] : [])];
      for (const name of names) set(figures, name, ratios, floorFor(summary, figure));
    }
  }
}

function set(
  figures: Figures,
  name: string,
  ratios: Comparison['figures'][string],
  floor: number | undefined,
): void {
  const { each, mean, low, high, beyond, interval } = ratios;
  if (beyond > 0) {
    figures.set(name, `no ratio: beyond the drain in ${beyond} of ${each.length + beyond} pairs`);
    return;
  }
  if (each.length === 0) return;
  const certain = interval
    ? `95 %: ${range(interval.low, interval.high)}`
    : each.length === 1
      ? 'one pair, no interval'
      : `${each.length} pairs, ${range(low, high)}`;
  const unseen = judge(ratios, floor).seen === 'none' ? ', no difference seen' : '';
  const plain = `${times(mean)} (${certain})`;
  figures.set(name, `${plain}${unseen}`);
  figures.set(`${name}.plain`, plain);
  figures.set(`${name}.times`, times(mean));
  figures.set(`${name}.range`, interval ? range(interval.low, interval.high) : certain);
}
