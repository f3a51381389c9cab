import type { CompareSummary, Curve } from '@meteor-vs-mean/measure/results';
import {
  count,
  curveName,
  growthText,
  heldTo,
  intervalOf,
  isSeen,
  milliseconds,
  slug,
  whole,
} from '@meteor-vs-mean/report/drawing';
import type { Figures } from './contestant-figures.ts';

/**
 * Of a curve, with `<who>` as its contestant is called: `curve.<who>.cpu.<queries>`, `.p50.<queries>`, `.p99.<queries>`;
 * `.growth` (µs of CPU for each write and live query, or that none is seen), `.growth.range` where it has an interval, `.held` and
 * `.gave-out` (numbers of queries), and the rounds that say so: `.held-rounds`, `.gave-out-rounds`.
 */
export function curveFigures(figures: Figures, curve: Curve, summary: CompareSummary): void {
  const who = `curve.${slug(curveName(curve, summary))}`;
  for (const { level: queries, rounds, cpu_ms_per_write, p50_ms, p99_ms } of curve.levels) {
    if (rounds.counted === 0) continue;
    figures.set(`${who}.cpu.${queries}`, milliseconds(cpu_ms_per_write ?? undefined));
    figures.set(`${who}.p50.${queries}`, milliseconds(p50_ms));
    figures.set(`${who}.p99.${queries}`, milliseconds(p99_ms));
  }
  const interval = intervalOf(curve);
  const held = heldTo(curve);
  if (curve.growth) figures.set(`${who}.growth`, isSeen(curve) ? growthText(curve) : 'no growth seen');
  if (interval !== null) figures.set(`${who}.growth.range`, interval);
  if (held !== undefined) figures.set(`${who}.held`, whole(held));
  if (curve.failedAt) figures.set(`${who}.gave-out`, whole(curve.failedAt.level));
  for (const { level, trials } of curve.levels) {
    const said = (verdict: string) => count(trials.filter((one) => one.verdict === verdict).length, 'round');
    if (level === held) figures.set(`${who}.held-rounds`, said('passed'));
    if (level === curve.failedAt?.level) figures.set(`${who}.gave-out-rounds`, said('failed'));
  }
}
