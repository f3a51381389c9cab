import type { Account } from './account.ts';
import { countBits } from './bits.ts';
import type { Calls } from './call-account.ts';
import { deliveredOf, groupsOf, owedOf, type Run } from './results.ts';

/** One line for the terminal. */
export function summarise(run: Run): string {
  const { latency, subscribers, writers, dir } = run;
  const acknowledged = countBits(run.acknowledged);
  // Apps that don't answer leave it open which writes they took.
  const writes = acknowledged > 0 ? acknowledged : (writers?.sent ?? 0);
  const sent = (writers?.sent ?? 0) / Math.max(1, writers?.scheduled ?? 0);
  const owed = acknowledged > 0 ? owedOf(run, run.acknowledged) : Math.round(owedOf(run) * sent);
  const { count } = groupsOf(run);
  const seen = deliveredOf(run, acknowledged > 0 ? run.acknowledged : undefined);
  const ms = (percentile: number) => (latency.getValueAtPercentile(percentile) / 1000).toFixed(1);
  const times =
    latency.totalCount === 0
      ? 'no latency'
      : `p50 ${ms(50)} p95 ${ms(95)} p99 ${ms(99)} max ${(latency.maxValue / 1000).toFixed(1)} ms`;
  return (
    `pubsub: ${writes} writes to ${subscribers.length} subscribers${count > 1 ? ` in ${count} groups` : ''}, ${seen} of ${owed} deliveries, ${times}; ` +
    `duplicated ${run.duplicated}, reordered ${run.reordered}; ${dir}`
  );
}

/** One line for the terminal, of clients that held without a schedule. */
export function summariseHeld(account: Account, calls: Calls, dir: string): string {
  const { subscribers, others, removed, disconnects } = account;
  return (
    `pubsub: ${subscribers.length} clients held, ${others + removed} changes, ${disconnects} disconnects; ` +
    `${calls.sent} calls, ${calls.acknowledged} answered, ${calls.refused} refused; ${dir}`
  );
}
