import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { quotaKey } from '@meteor-vs-mean/guards/addresses';
import { type Allowance, moreCalls, Quota } from '@meteor-vs-mean/guards/quota';
import { DDPRateLimiter } from 'meteor/ddp-rate-limiter';
import { Meteor } from 'meteor/meteor';
import type { Hooks } from '../app/hooks';
import { settings } from './settings';
import { cut, type Session, sessionOf } from './streams';

type Type = 'method' | 'subscription';

/** Recently rejected calls of connections, by id. */
const refusals = new Quota({ count: limits.refusals, per_ms: limits.calls.per_ms });

/**
 * Limits the calls and subscriptions of one connection, and of one address. A rule without a name counts all methods
 * (or subscriptions) together; with names, each would have its own count.
 */
export function limitRates(): void {
  Meteor.onConnection((connection) => {
    // Otherwise nothing reads a connection's address.
    connection.clientAddress = quotaKey(connection.clientAddress ?? '');
    connection.onClose(() => refusals.forget(connection.id));
  });
  limit('method', 'calls', limits.calls, settings.callsPerAddress);
  limit('subscription', 'subscriptions', limits.subscriptions, settings.subscriptionsPerAddress);
}

function limit(type: Type, kind: string, ofConnection: Allowance, { count, per_ms }: Allowance): void {
  DDPRateLimiter.addRule({ type, connectionId: () => true }, ofConnection.count, per_ms);
  // Each rule gets the previous rule's result, and the client gets the last rule's message.
  const last = DDPRateLimiter.addRule(
    { type, clientAddress: () => true },
    count,
    per_ms,
    ({ allowed }: { allowed: boolean }, { connectionId }: { connectionId: string }) => {
      const session = allowed ? undefined : sessionOf(connectionId);
      if (session) refuse(session);
    },
  );
  const sentence = `At most ${ofConnection.count} ${kind} in ${per_ms / 1000} s, and ${count} of one address: try again later`;
  DDPRateLimiter.setErrorMessageOnRule(last, sentence);
}

/** Counts a rejected call. A connection that keeps being rejected only costs others time, so it is closed. */
export function refuse({ id, inQueue, socket }: Session): void {
  if (refusals.count(id) || !inQueue) return;
  cut(socket, `more than ${limits.refusals} of its calls were rejected`);
}

/** Counts work that Meteor doesn't count as a call or subscription. @returns whether it is allowed */
export function countUnseen(type: Type, { id, userId, connectionHandle }: Session, times = 1): boolean {
  const { clientAddress } = connectionHandle;
  return count({ type, name: '', userId, clientAddress, connectionId: id }, times);
}

function count(event: object, times: number): boolean {
  for (let left = times; left > 0; left -= 1) DDPRateLimiter._increment(event);
  return DDPRateLimiter._check(event).allowed;
}

/** Counts a call that changed many documents as one more for each `limits.changesPerCall` beyond the first. */
export const changed: Hooks['changed'] = (connection, changes) => {
  const session = connection && sessionOf(connection.id);
  const more = moreCalls(changes, limits.changesPerCall);
  if (session && more > 0) countUnseen('method', session, more);
};

export const resubscribe: Hooks['resubscribe'] = (connection) => {
  const session = connection && sessionOf(connection.id);
  const count = session?._namedSubs.size ?? 0;
  for (let left = count; session && left > 0; left -= 1) {
    if (countUnseen('subscription', session)) continue;
    const sentence = `All ${count} subscriptions would start again, which is too much at once: try again later`;
    throw new ContractError('too-many-requests', sentence);
  }
};

/** Many people may share an address: a request counts for its address, and a page as a call of one connection. */
export const request: Hooks['request'] = (address, what) => {
  const clientAddress = quotaKey(address);
  const event = { type: 'method', name: what, userId: null, clientAddress };
  return count(what === 'page' ? { ...event, connectionId: `http ${clientAddress}` } : event, 1);
};
