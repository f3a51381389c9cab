/** What `npm run breaks` records, as far as it is drawn here. */
export interface Breaks {
  /** A run that only showed that the command works. */
  toy?: boolean;
  slowClients: SlowClientRun[];
  instances: InstancesRun[];
}

export interface SlowClientRun {
  stack: string;
  stopped_at_s: number;
  owed: number;
  before_bytes: number;
  peak_bytes: number;
  rise_bytes: number;
  said: { after_s: number; line: string }[];
  backAfter_s: number | null;
  goneAfter_s: number | null;
  /** `isConnected`: null where the system doesn't tell. */
  points: { at_s: number; kept_bytes: number; rss_bytes: number; isConnected: boolean | null }[];
}

export interface InstancesRun {
  stack: string;
  mode: string;
  writes: number;
  same: Arrivals;
  other: Arrivals;
}

/** Times of all writes; null: lost, which is slower than any that came. */
export interface Arrivals {
  lost: number;
  p50_ms: number | null;
  max_ms: number | null;
}

export const titles: Record<string, string> = { meteor: 'Meteor', mean: 'MEAN' };
