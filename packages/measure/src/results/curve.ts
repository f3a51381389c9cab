import type { CostLine } from '@meteor-vs-mean/stats';
import type { Variant } from './contestant.ts';
import type { Shown } from './figure.ts';
import type { Level, SearchedLevels } from './level.ts';

/** One contestant at one number of live queries after the other: a level is a number of distinct live queries. */
export interface SearchedCurve extends SearchedLevels {
  /** Writes a second, of all writers into all lists. */
  rate_per_s: number;
  /** Levels that the run was to try, fewest queries first. */
  asked: readonly number[];
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
  levels: Level[];
  /** µs of CPU for each write and live query, over the valid rounds of the levels that passed; null with one level. */
  growth: CostLine | null;
  /** The level that it could not carry, and the reading that says so; null if none. */
  failedAt: { level: number; reading: string } | null;
  /** What ended the curve: the app failed a level, all levels were measured, the generator reached its limit, or the time was over. */
  limitedBy: 'app' | 'asked' | 'generator' | 'machine' | 'time';
}

/** The slope of a curve, as pages quote it. */
export const growthFigure = {
  name: 'appCpu_us_per_write_and_query',
  label: 'CPU for each write and live query',
  shown: { unit: 'µs', scale: 1, digits: 1 } satisfies Shown,
} as const;
