import { limits } from '@meteor-vs-mean/contract';
import { DDPRateLimiter } from 'meteor/ddp-rate-limiter';
import { Meteor } from 'meteor/meteor';
import { allowances } from './accounts/allowances';
import type { Allowance } from './accounts/throttle';
import { quotaKey } from './guards/quota-key';
import { refuseById } from './guards/refusals';

interface Event {
  connectionId: string;
}

/**
 * What one connection may do, and all of one address. A rule without a name counts all methods (or subscriptions)
 * together; with one, each name would have a count of its own.
 */
export function limitRates(): void {
  // Nothing asks for a connection's address but to count by it.
  Meteor.onConnection((connection) => {
    connection.clientAddress = quotaKey(connection.clientAddress);
  });
  limit('method', 'calls', limits.calls, allowances.callsPerAddress);
  limit('subscription', 'subscriptions', limits.subscriptions, allowances.subscriptionsPerAddress);
}

function limit(
  type: 'method' | 'subscription',
  kind: 'calls' | 'subscriptions',
  ofConnection: Allowance,
  ofAddress: Allowance,
): void {
  const { per_ms } = ofAddress;
  DDPRateLimiter.addRule({ type, connectionId: () => true }, ofConnection.count, per_ms);
  // What is found by one rule is handed on to the next, and what the last one says is what a client is told.
  const last = DDPRateLimiter.addRule(
    { type, clientAddress: () => true },
    ofAddress.count,
    per_ms,
    ({ allowed }: { allowed: boolean }, { connectionId }: Event) => {
      if (!allowed) refuseById(connectionId);
    },
  );
  const sentence = `At most ${ofConnection.count} ${kind} in ${per_ms / 1000} s, and ${ofAddress.count} of one address: try again later`;
  DDPRateLimiter.setErrorMessageOnRule(last, sentence);
}
