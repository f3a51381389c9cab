import { titleOf } from '../contestant.ts';
import { countInWords, list, milliseconds, whole } from '../numbers.ts';
import type { ContestantSummary, Summary } from '../results.ts';
import { lostShare } from '../self-table.ts';

/** Without a pair there is nothing to compare: what was measured is said all the same. */
export function alone({ contestants, stacks }: Summary): string[] {
  return contestants
    .filter(({ latency }) => latency)
    .slice(0, 2)
    .map((one) => {
      const { p50_ms, p99_ms } = one.latency as NonNullable<ContestantSummary['latency']>;
      return (
        `${titleOf(one, stacks)}, with nothing to compare it with: a write reaches its subscribers in ` +
        `${milliseconds(p50_ms)} at p50 and ${milliseconds(p99_ms)} at p99 (${countInWords(one.rounds.valid, 'valid round')}).`
      );
    });
}

export function losses({ contestants, stacks }: Summary): string[] {
  const lossy = contestants.filter(({ counts }) => counts.lost > 0);
  if (lossy.length === 0) return [];
  const each = lossy.map((one) => {
    const { lost, expected } = one.counts;
    return `${titleOf(one, stacks)} lost ${whole(lost)} of ${whole(expected)} deliveries (${lostShare(lost, expected)})`;
  });
  return [`${list(each)}; what is lost counts as slower than anything that came.`];
}
