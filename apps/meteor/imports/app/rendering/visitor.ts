import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DDPRateLimiter } from 'meteor/ddp-rate-limiter';
import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { quotaKey } from '/imports/api/guards/quota-key';
import { forwardedCount } from '/imports/api/guards/settings';

/** Who asks for a page. */
interface Visitor {
  connection: Socket;
  /** What is counted as one. */
  address: string;
}

/** As Express tells who asks. */
type Request = IncomingMessage & { ip?: string };

const asking = new Meteor.EnvironmentVariable<Visitor | undefined>();

/** Lets whatever answers a request know who asks: `onPageLoad` is told of their headers only. */
export function rememberVisitors(): void {
  // Who asks over DDP Meteor tells by the same count.
  const express = WebApp.handlers as unknown as { set(setting: 'trust proxy', proxies: number): void };
  express.set('trust proxy', forwardedCount);
  WebApp.handlers.use((request: Request, _response: unknown, next: () => void) => {
    const visitor = { connection: request.socket, address: quotaKey(request.ip ?? null) };
    asking.withValue(visitor, next);
  });
}

/** @returns undefined outside of a request */
export function currentVisitor(): Visitor | undefined {
  return asking.get() ?? undefined;
}

/** Counts a page as a call of an address over HTTP. @returns whether it may have one more */
export function mayRender({ address }: Visitor): boolean {
  return mayCall({ name: 'page', clientAddress: address, connectionId: `http ${address}` });
}

/**
 * Counts a request as a call of its address alone: many people may ask from one, each in a request of their own.
 * @returns whether it may have one more
 */
export function mayAsk({ ip }: Request): boolean {
  return mayCall({ name: 'request', clientAddress: quotaKey(ip ?? null) });
}

function mayCall(call: { name: string; clientAddress: string; connectionId?: string }): boolean {
  const event = { type: 'method', userId: null, ...call };
  DDPRateLimiter._increment(event);
  return DDPRateLimiter._check(event).allowed;
}
