import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { hooks } from '/imports/app/hooks';

/** Who asks for a page. */
interface Visitor {
  connection: Socket;
  address: string;
}

/** As Express tells who asks. */
type Request = IncomingMessage & { ip?: string };

const asking = new Meteor.EnvironmentVariable<Visitor | undefined>();

/**
 * Lets whatever answers a request know who asks: `onPageLoad` gets their headers only.
 * @param forwardedCount how many proxies in front say who asks
 */
export function rememberVisitors(forwardedCount: number): void {
  // Who asks over DDP Meteor tells by the same count.
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

/** Counts a page. @returns whether its address may have one more */
export function mayRender({ address }: Visitor): boolean {
  return hooks.request(address, 'page');
}

/** Counts a request about a session. @returns whether its address may have one more */
export function mayAsk({ ip = '' }: Request): boolean {
  return hooks.request(ip, 'session');
}
