/** What `npm run breaks` records, as far as it is drawn here. */
export interface Breaks {
  /** A run that only showed that the command works. */
  toy?: boolean;
  slowClients: SlowClientRun[];
  instances: InstancesRun[];
}

export interface SlowClientRun {
  stack: string;
  isFrozen: boolean;
  frozen_at_s: number | null;
  cutAfter_s: number | null;
  owedAtCut: number;
  peak_rss_bytes: number;
  rise_bytes: number;
  points: { at_s: number; rss_bytes: number }[];
}

export interface InstancesRun {
  stack: string;
  mode: string;
  writes: number;
  same: Arrivals;
  other: Arrivals;
}

export interface Arrivals {
  lost: number;
  p50_ms: number | null;
  max_ms: number | null;
}

export const titles: Record<string, string> = { meteor: 'Meteor', mean: 'MEAN' };
