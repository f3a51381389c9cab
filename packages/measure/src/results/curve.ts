import type { CostLine } from '@meteor-vs-mean/stats';
import type { Variant } from './contestant.ts';
import type { Shown } from './figure.ts';

/**
 * What one round says of its level. `void`: the generator or the run is to blame, `spoiled`: the machine; neither says
 * anything of the app.
 */
export type CurveVerdict = 'passed' | 'failed' | 'void' | 'spoiled';

/** One contestant at one number of live queries after the other, as it was run. */
export interface SearchedCurve {
  contestant: string;
  /** Writes a second, of all writers into all lists. */
  rate_per_s: number;
  /** The p99 that must not be reached. */
  limit_ms: number;
  /** Distinct live queries of each level that was asked for, fewest first. */
  asked: readonly number[];
  /** In their order; `round` is a DeliveryRound of the run. */
  trials: readonly { queries: number; round: number; verdict: CurveVerdict }[];
}

/** What a write costs one contestant, against the number of distinct live queries. */
export interface Curve extends Omit<SearchedCurve, 'trials'> {
  /** Of its rounds; drivers as the running server names them, extensions as they were negotiated, each once. */
  stack: string;
  mode: string;
  transport: string;
  variant: Variant;
  drivers: string[];
  extensions: string[];
  /** Those that were measured, fewest queries first. */
  levels: CurveLevel[];
  /** µs of CPU for each write and live query, over the valid rounds of the levels that passed; null with one level. */
  growth: CostLine | null;
  /** The level that it could not carry, and the reading that says so; null if none. */
  failedAt: { queries: number; reading: string } | null;
  /** What ended the curve: the app failed a level, all levels were measured, the generator reached its limit, or the time was over. */
  limitedBy: 'app' | 'asked' | 'generator' | 'machine' | 'time';
}

export interface CurveLevel {
  queries: number;
  /** `undecided`: rounds said both, or too few said anything. */
  verdict: CurveVerdict | 'undecided';
  /** What failed, voided or spoiled it; null of one that passed. */
  reading: string | null;
  rounds: { counted: number; void: number };
  /** Median of its valid rounds. */
  cpu_ms_per_write: number | null;
  /** Over the merged histograms of its valid rounds; null: beyond the drain, or no round is valid. */
  p50_ms: number | null;
  p99_ms: number | null;
  lost: number;
  trials: CurveTrial[];
}

export interface CurveTrial {
  round: number;
  verdict: CurveVerdict;
  valid: boolean;
  cpu_ms_per_write: number | null;
  p50_ms: number | null;
  p99_ms: number | null;
}

/** The slope of a curve, as pages quote it. */
export const growthFigure = {
  name: 'appCpu_us_per_write_and_query',
  label: 'CPU for each write and live query',
  shown: { unit: 'µs', scale: 1, digits: 1 } satisfies Shown,
} as const;

/** So many rounds with one verdict decide a level where another round has another verdict. */
const enough = 2;

/** The verdict of a level by its rounds: of three rounds two decide, of more the majority. */
export function levelVerdict(verdicts: readonly CurveVerdict[]): CurveLevel['verdict'] {
  const count = (wanted: CurveVerdict) => verdicts.filter((one) => one === wanted).length;
  const [passed, failed] = [count('passed'), count('failed')];
  if (failed === 0 && passed > 0) return 'passed';
  if (failed >= enough && failed > passed) return 'failed';
  if (passed >= enough && passed > failed) return 'passed';
  if (failed > 0) return 'undecided';
  return count('void') > 0 ? 'void' : 'spoiled';
}
