import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebApp } from 'meteor/webapp';
import { otherLocation } from '/imports/rendering/redirect';
import { isOwnName, isOwnOrigin } from '../accounts/origin';

/** The longest valid call takes some 12 kB. */
export const longestMessage = 100_000;

type Listener = (this: Server, request: IncomingMessage, ...rest: unknown[]) => void;

/**
 * Stands in front of everything that listens for requests, as SockJS stands in front of Express: what it refuses neither
 * of them sees.
 */
export function guardRequests(): void {
  guard<ServerResponse>('request', (response, status, { url = '' }) => {
    const location = status === 308 ? { Location: otherLocation(url) } : {};
    response.writeHead(status, { 'Cache-Control': 'no-store', Connection: 'close', ...location }).end();
  });
  guard<Duplex>('upgrade', (socket, status) => {
    // What nobody has taken nobody listens to, and an error that nobody listens to ends the process.
    socket.on('error', () => {});
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  });
}

function guard<To>(
  event: 'request' | 'upgrade',
  refuse: (to: To, status: number, request: IncomingMessage) => void,
): void {
  const { httpServer } = WebApp;
  const listeners = httpServer.listeners(event) as Listener[];
  httpServer.removeAllListeners(event);
  httpServer.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
    const status = event === 'upgrade' && !leadsToSockets(request) ? 404 : refusalOf(request);
    if (status) return refuse(rest[0] as To, status, request);
    for (const listener of listeners) listener.call(httpServer, request, ...rest);
  });
}

/** What is answered instead, if anything is. */
function refusalOf({ url = '', headers }: IncomingMessage): number | undefined {
  // Meteor parses it where nothing catches what that throws. A backslash it takes for a slash, and behind a hash it reads
  // no path.
  if (!/^\/[^\\#]*$/.test(url)) return 400;
  const { ORIGINS } = process.env;
  if (!isOwnName(headers.host, ORIGINS) || !isOwnOrigin(headers.origin, headers.host, ORIGINS)) return 403;
  // With one slash in front there is no host in it to trip over.
  if (url.startsWith('//')) return 308;
  // What comes as a script or in a frame any page may have, whatever its origin; and browsers do without.
  if (/\/sockjs\/(.*\/(jsonp|jsonp_send|htmlfile|eventsource)|iframe[^/]*)\/?(\?|$)/.test(url)) return 404;
  // SockJS, and what else of Meteor reads a body, reads it to its end.
  if (headers['transfer-encoding'] !== undefined) return 411;
  if (Number(headers['content-length'] ?? 0) > longestMessage) return 413;
  return undefined;
}

/** Nobody would answer another one, nor close it. */
function leadsToSockets({ url = '' }: IncomingMessage): boolean {
  return /\/(sockjs|websocket)(\/|\?|$)/.test(url);
}
