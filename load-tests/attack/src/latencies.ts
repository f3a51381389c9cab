import { emptyLatencies, type Latencies } from '@meteor-vs-mean/stats';

export { emptyLatencies, type Latencies };

/** In milliseconds; null without a sample. */
export interface Short {
  p50: number | null;
  p99: number | null;
  most: number | null;
}

export function percentilesOf(latencies: Latencies): Short {
  if (latencies.totalCount === 0) return { p50: null, p99: null, most: null };
  const at = (percentile: number) => latencies.getValueAtPercentile(percentile) / 1000;
  return { p50: at(50), p99: at(99), most: latencies.maxValue / 1000 };
}
