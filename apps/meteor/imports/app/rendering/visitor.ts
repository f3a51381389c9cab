import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { hooks } from '/imports/app/hooks';

/** The client that requests a page. */
interface Visitor {
  connection: Socket;
  address: string;
}

/** Express's fields for it. */
type Request = IncomingMessage & { ip?: string };

const asking = new Meteor.EnvironmentVariable<Visitor | undefined>();

/**
 * Makes the client of a request available, because `onPageLoad` only gets headers.
 * @param forwardedCount how many trusted proxies set X-Forwarded headers
 */
export function rememberVisitors(forwardedCount: number): void {
  // Meteor uses the same count for DDP connections.
  const express = WebApp.handlers as unknown as { set(setting: 'trust proxy', proxies: number): void };
  express.set('trust proxy', forwardedCount);
  WebApp.handlers.use((request: Request, _response: unknown, next: () => void) => {
    const visitor = { connection: request.socket, address: request.ip ?? '' };
    asking.withValue(visitor, next);
  });
}

/** @returns undefined outside of a request */
export function currentVisitor(): Visitor | undefined {
  return asking.get() ?? undefined;
}

/** Counts a page. @returns whether its address is still within its limit */
export function mayRender({ address }: Visitor): boolean {
  return hooks.request(address, 'page');
}

/** Counts a request about a session. @returns whether its address is still within its limit */
export function mayAsk({ ip = '' }: Request): boolean {
  return hooks.request(ip, 'session');
}
