import { limits } from '@meteor-vs-mean/contract';
import { DDPRateLimiter } from 'meteor/ddp-rate-limiter';
import { allowances } from './accounts/allowances';
import type { Allowance } from './accounts/throttle';

/**
 * What one connection may do, and all of one address. A rule without a name counts all methods (or subscriptions)
 * together; with one, each name would have a count of its own.
 */
export function limitRates(): void {
  limitRate('method', 'calls', 'connectionId', limits.calls);
  limitRate('method', 'calls', 'clientAddress', allowances.callsPerAddress);
  limitRate('subscription', 'subscriptions', 'connectionId', limits.subscriptions);
  limitRate('subscription', 'subscriptions', 'clientAddress', allowances.subscriptionsPerAddress);
}

function limitRate(
  type: 'method' | 'subscription',
  kind: 'calls' | 'subscriptions',
  whose: 'connectionId' | 'clientAddress',
  { count, per_ms }: Allowance,
): void {
  const rule = DDPRateLimiter.addRule({ type, [whose]: () => true }, count, per_ms);
  const sentence = `At most ${count} ${kind} in ${per_ms / 1000} s: try again later`;
  DDPRateLimiter.setErrorMessageOnRule(rule, sentence);
}
