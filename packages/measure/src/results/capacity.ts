import type { Level, SearchedLevels } from './level.ts';

/** The search for the most users that one contestant carries, as it was run. */
export interface SearchedCapacity extends SearchedLevels {
  /** What was raised: `users of one list`. */
  what: string;
  /** What was held meanwhile: `10 writes a second into it`. */
  held: string;
  /** The highest level that may be tried. */
  most: number;
}

/** The most users that a contestant carries with its p99 under the limit and nothing lost. */
export interface Capacity extends Omit<SearchedCapacity, 'trials'> {
  /** Those that were measured, lowest first. */
  levels: Level[];
  /** The highest level that two rounds held, below the first that wasn't held; null if there is none. */
  carried: number | null;
  /** The lowest level that wasn't held, and the reading that says so; null if there is none. */
  beyond: { level: number; reading: string } | null;
  /**
   * What prevented a higher level. `app`: its CPU, `app-limit`: it refused writes, `app-late`: neither, it was late all the
   * same. With the others the capacity is at least what was carried.
   */
  limitedBy: 'app' | 'app-limit' | 'app-late' | 'mongod' | 'generator' | 'machine' | 'asked' | 'time';
  /** While it carried that many: median of the rounds. Null if no round read it. */
  app: { cpu_cores: number; rss_bytes: number } | null;
  /** How busy the others were then, in cores. */
  mongodCpu_cores: number | null;
  generatorCpu_cores: number | null;
}

/** Whether the capacity is what the app carries, and not only at least that. */
export function isOfApp({ limitedBy }: Pick<Capacity, 'limitedBy'>): boolean {
  return limitedBy === 'app' || limitedBy === 'app-limit' || limitedBy === 'app-late';
}
