import { limits } from '@meteor-vs-mean/contract';

/** A schedule is random: a connection is given half of what it may do, so that its bursts stay allowed. */
const share = 0.5;

/** How many connections a rate must be spread over to stay under the contract's limit of calls. */
export function writersFor(rate_per_s: number): number {
  const allowed_per_s = limits.calls.count / (limits.calls.per_ms / 1000);
  return Math.ceil(rate_per_s / (allowed_per_s * share));
}
