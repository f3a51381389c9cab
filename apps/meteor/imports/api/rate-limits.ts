import { limits } from '@meteor-vs-mean/contract';
import { DDPRateLimiter } from 'meteor/ddp-rate-limiter';

/**
 * What one connection may do. A rule without a name counts all methods (or subscriptions) of a connection together;
 * with one, each name would have a count of its own.
 */
export function limitRates(): void {
  limitRate('method', 'calls');
  limitRate('subscription', 'subscriptions');
}

function limitRate(type: 'method' | 'subscription', kind: 'calls' | 'subscriptions'): void {
  const { count, per_ms } = limits[kind];
  const rule = DDPRateLimiter.addRule({ type, connectionId: () => true }, count, per_ms);
  const sentence = `At most ${count} ${kind} in ${per_ms / 1000} s: try again later`;
  DDPRateLimiter.setErrorMessageOnRule(rule, sentence);
}
