import type { Comparison } from './summary.ts';

/** What a busy machine does to a ratio of Meteor over MEAN. */
export interface NoiseEffect {
  /** Name of the figure. */
  figure: string;
  /** A/A ratios of noisy rounds, a pair each, lie between 1/x and x. */
  floor: number;
  /** The ratio on the quiet machine, and with half a core burnt beside it. */
  quiet: number;
  noisy: number;
}

/** Measured once, on 2026-11-27: "Noise" in load-tests/compare/README.md says how. */
export const noiseEffects: readonly NoiseEffect[] = [
  { figure: 'p50_ms', floor: 1.5, quiet: 1.4, noisy: 1.2 },
  { figure: 'p99_ms', floor: 2, quiet: 1.8, noisy: 1.4 },
  { figure: 'appCpu_ms_per_write', floor: 1.1, quiet: 1.9, noisy: 1.9 },
  { figure: 'appCpu_ms_per_1000', floor: 1.1, quiet: 1.9, noisy: 1.9 },
  { figure: 'heap_bytes_per_client_100', floor: 1.05, quiet: 11, noisy: 11 },
];

/** The noise floor of a comparison that has noisy rounds, as a ratio of 1 or more; undefined if it has none. */
export function noiseFloorOf({ noisy }: Pick<Comparison, 'noisy'>, figure: string): number | undefined {
  return noisy > 0 ? noiseEffects.find((one) => one.figure === figure)?.floor : undefined;
}
