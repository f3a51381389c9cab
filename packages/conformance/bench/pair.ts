import type { Reader, Writer } from './pages.ts';

/** Who clicks, and who looks. */
export interface Pair {
  name: string;
  writer: Writer;
  reader: Reader;
  samples_ms: number[];
  /** How much later the reader's clock is than the writer's. */
  clocksApart_ms: number;
}

/** What is written down of a pair: every sample, and the smallest value that half, or 95 %, of them don't exceed. */
export function summaryOf({ name, samples_ms, clocksApart_ms }: Pair) {
  const rounded = (value: number) => Math.round(value * 100) / 100;
  const corrected = samples_ms.map((each) => rounded(each - clocksApart_ms));
  const sorted = corrected.toSorted((a, b) => a - b);
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] as number;
  return {
    name,
    p50_ms: rank(0.5),
    p95_ms: rank(0.95),
    min_ms: sorted[0] as number,
    max_ms: sorted.at(-1) as number,
    clocksApart_ms: rounded(clocksApart_ms),
    samples_ms: corrected,
  };
}
