/** What contestants are given to do in a round. */
export interface Load {
  /** Names it within the run: `fan-out`, `idle-clients`, `fifty`. */
  key: string;
  title: string;
  /** Keys of the contestants that it is given to. */
  contestants: readonly string[];
  /** The contestant that is measured once more in each pair, for the A/A; null: none. */
  baseline: string | null;
  /** Pairs of this load alone, where that is fewer than the plan's: for what takes minutes and hardly varies. */
  pairs?: number;
}
