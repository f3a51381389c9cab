import { limits } from '@meteor-vs-mean/contract';
import { DDPRateLimiter } from 'meteor/ddp-rate-limiter';

/**
 * What one connection may do. A rule without a name counts all methods (or subscriptions) of a connection together;
 * with one, each name would have a count of its own.
 */
export function limitRates(): void {
  const { calls, subscriptions } = limits;
  const connectionId = () => true;
  DDPRateLimiter.addRule({ type: 'method', connectionId }, calls.count, calls.per_ms);
  DDPRateLimiter.addRule({ type: 'subscription', connectionId }, subscriptions.count, subscriptions.per_ms);
}
