import type { MemoryRound } from '@meteor-vs-mean/report';
import type { Point } from '@meteor-vs-mean/stats';

/** A figure of each step against its clients; a step without it is left out. */
export function pointsOf(
  { steps }: MemoryRound,
  figure: 'heap_bytes' | 'rss_bytes' | 'idleCpu_ms_per_s',
): Point[] {
  return steps.flatMap((step): Point[] => {
    const value = step[figure];
    return value === null ? [] : [[step.clients, value]];
  });
}
