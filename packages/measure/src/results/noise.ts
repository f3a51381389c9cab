import type { Round } from './round.ts';
import type { Comparison } from './summary.ts';

/** What a busy machine does to a figure. */
export interface NoiseEffect {
  /** Name of the figure. */
  figure: string;
  /** Of ten A/A ratios of one noisy round over another, nine lie between 1/x and x. */
  floor: number;
  /** The same where other virtual machines took 12 % of the cores or more. */
  floorHeavy: number;
  /** Meteor over MEAN, one shared list: in quiet rounds, and in noisy ones. */
  quiet: number;
  noisy: number;
}

/** Shares of the cores from which on latency says little: taken by other virtual machines, or used by other processes. */
const heavy = { stolen: 0.12, others: 1 / 3 };

/** Measured on 2026-11-27, on two cores: "Noise" in load-tests/compare/README.md says how. */
export const noiseEffects: readonly NoiseEffect[] = [
  { figure: 'p50_ms', floor: 1.49, floorHeavy: 5.18, quiet: 1.48, noisy: 1.55 },
  { figure: 'p95_ms', floor: 1.67, floorHeavy: 3.41, quiet: 1.91, noisy: 1.72 },
  { figure: 'p99_ms', floor: 1.87, floorHeavy: 3.32, quiet: 1.98, noisy: 1.49 },
  { figure: 'appCpu_ms_per_write', floor: 1.12, floorHeavy: 1.16, quiet: 2.11, noisy: 2.06 },
  { figure: 'appCpu_ms_per_1000', floor: 1.12, floorHeavy: 1.16, quiet: 2.11, noisy: 2.06 },
  { figure: 'heap_bytes_per_client_100', floor: 1.03, floorHeavy: 1.03, quiet: 10.15, noisy: 10.11 },
];

/** How noisy the rounds of a comparison are. */
export function noiseIn(rounds: readonly Round[]): Pick<Comparison, 'noisy' | 'isHeavy'> {
  const noisy = rounds.filter(({ verdict }) => verdict === 'noisy');
  return { noisy: noisy.length, isHeavy: noisy.some(isHeavy) };
}

/** Other processes were tried up to half a core of two; beyond that, the widest noise that was measured is used. */
function isHeavy(round: Round): boolean {
  if (round.kind !== 'deliveries' || !round.surroundings) return false;
  const { stolen, others, cores } = round.surroundings;
  return (stolen ?? 0) >= heavy.stolen || (others?.cores ?? 0) >= heavy.others * cores;
}

/**
 * The noise floor of a comparison that has noisy rounds, as a ratio of 1 or more. The noise of single pairs shrinks with
 * the root of their number.
 * @returns undefined where no round is noisy, or the figure's noise wasn't measured
 */
export function noiseFloorOf({ noisy, isHeavy, figures }: Comparison, figure: string): number | undefined {
  const effect = noiseEffects.find((one) => one.figure === figure);
  const pairs = figures[figure]?.each.length ?? 0;
  if (noisy === 0 || !effect || pairs === 0) return undefined;
  const single = isHeavy ? effect.floorHeavy : effect.floor;
  return single ** (1 / Math.sqrt(pairs));
}
