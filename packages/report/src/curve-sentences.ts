import type { CompareSummary, Curve } from '@meteor-vs-mean/measure/results';
import { curveName, growthText, heldTo, intervalOf, isSeen } from './curves.ts';
import { milliseconds, whole } from './numbers.ts';

/** One sentence a curve: how its cost grows, how far it came, and by which reading it ended. */
export function curveSentences(summary: CompareSummary): string[] {
  return summary.curves.map((curve) => {
    const name = curveName(curve, summary);
    const to = heldTo(curve);
    if (to === undefined) {
      return `${name} is not known to hold any level: ${curve.levels.at(-1)?.reading ?? 'none was measured'}.`;
    }
    return `${growthSentence(name, curve)}; ${endSentence(curve, to)}.`;
  });
}

function growthSentence(name: string, curve: Curve): string {
  const { growth, levels } = curve;
  const read = levels.filter(({ verdict, rounds }) => verdict === 'passed' && rounds.counted > 0);
  const [first, last] = [read.at(0), read.at(-1)];
  if (!growth || !first || !last) return `${name} has rounds at too few levels for a line`;
  const interval = intervalOf(curve);
  const known = interval === null ? 'no interval' : `95 %: ${interval}`;
  const costs = [first, last].map(
    ({ cpu_ms_per_write, queries }) => `${milliseconds(cpu_ms_per_write ?? undefined)} at ${whole(queries)}`,
  );
  if (!isSeen(curve)) {
    return `With ${name} no growth of CPU per write is seen up to ${whole(last.queries)} live queries (${growthText(curve)} for each, ${known})`;
  }
  if (!growth.straight) return `${name} needs ${costs.join(', ')} live queries for a write, along no line`;
  return `${name} needs ${growthText(curve)} more CPU for a write with each live query (${known}), from ${costs.join(' to ')}`;
}

/** @param to the most queries that it held */
function endSentence({ limitedBy, gaveOut, levels }: Curve, to: number): string {
  if (gaveOut) return `it gave out at ${whole(gaveOut.queries)}: ${gaveOut.reading}`;
  switch (limitedBy) {
    case 'asked':
      return `it held ${whole(to)}, the most that was asked for`;
    case 'generator':
    case 'machine': {
      const last = levels.at(-1);
      return `whether it holds ${whole(last?.queries ?? to)} is not known, for ${limitedBy} spoiled that: ${last?.reading ?? ''}`;
    }
    default:
      return `it held ${whole(to)} when the time was over`;
  }
}
