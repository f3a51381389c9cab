import { limits } from '@meteor-vs-mean/contract';

/** A schedule is random: a connection is given half of what it may do, so that its bursts stay allowed. */
const share = 0.5;

/** How many connections a rate must be spread over to stay under the contract's limit of calls. */
export function writersFor(rate_per_s: number): number {
  const allowed_per_s = limits.calls.count / (limits.calls.per_ms / 1000);
  return Math.ceil(rate_per_s / (allowed_per_s * share));
}

/**
 * All writes of a round go into one list where every subscriber watches it: its limit holds while measuring.
 * @param lists that the writes are spread over
 * @throws if so many writes don't fit; four standard deviations are kept free, since the schedule is random
 */
export function assertFitsList(rate_per_s: number, duration_s: number, lists = 1): void {
  const writes = Math.ceil((rate_per_s * duration_s) / lists);
  const most = limits.todosPerList;
  if (writes + 4 * Math.sqrt(writes) <= most) return;
  throw new Error(
    `--rate ${rate_per_s} for --duration ${duration_s} makes about ${writes} writes into one list, which may hold ` +
      `${most} todos: lower one of them`,
  );
}
