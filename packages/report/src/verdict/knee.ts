import { nameOf } from '../contestant.ts';
import { kneeText } from '../knees-table.ts';
import { whole } from '../numbers.ts';
import type { Summary } from '../results.ts';

export function kneeVerdict(summary: Summary): string[] {
  return [
    ...Map.groupBy(summary.knees, ({ what, held, limit_ms }) => JSON.stringify([what, held, limit_ms])),
  ].map(([, knees]) => {
    const [{ what, held, limit_ms }] = knees as [(typeof knees)[number]];
    const each = knees.map((knee) => `${nameOf(knee.contestant, summary)} ${kneeText(knee)}`);
    return `The most ${what} with p99 under ${whole(limit_ms)} ms (${held}): ${each.join('; ')}.`;
  });
}
