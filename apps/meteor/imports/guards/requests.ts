import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { longestMessage } from '@meteor-vs-mean/guards/messages';
import { isOwnName, isOwnOrigin } from '@meteor-vs-mean/guards/origins';
import { WebApp } from 'meteor/webapp';
import { otherLocation } from '/imports/app/rendering/redirect';
import { settings } from './settings';

/** Meteor's own. The prefix is the path of ROOT_URL, if it has one. */
declare const __meteor_runtime_config__: { ROOT_URL_PATH_PREFIX?: string };

type Listener = (this: Server, request: IncomingMessage, ...rest: unknown[]) => void;

/**
 * Stands in front of everything that listens for requests, as SockJS stands in front of Express: what it refuses neither
 * of them sees.
 */
export function guardRequests(): void {
  guard<ServerResponse>('request', refusalOf, (response, status, { url = '' }) => {
    const location = status === 308 ? { Location: otherLocation(url) } : {};
    response.writeHead(status, { 'Cache-Control': 'no-store', Connection: 'close', ...location }).end();
  });
  guard<Duplex>('upgrade', upgradeRefusalOf, (socket, status) => {
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  });
  WebApp.httpServer.prependListener('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    // Until somebody has taken it nobody listens to its errors, and one that nobody listens to ends the process.
    socket.on('error', () => {});
    // A client that doesn't close its half would keep it open.
    socket.once('finish', () => socket.destroy());
  });
}

function guard<To>(
  event: 'request' | 'upgrade',
  refusal: (request: IncomingMessage) => number | undefined,
  refuse: (to: To, status: number, request: IncomingMessage) => void,
): void {
  const { httpServer } = WebApp;
  const listeners = httpServer.listeners(event) as Listener[];
  httpServer.removeAllListeners(event);
  httpServer.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
    const status = refusal(request);
    if (status) return refuse(rest[0] as To, status, request);
    for (const listener of listeners) listener.call(httpServer, request, ...rest);
  });
}

/** What is answered instead, if anything is. */
function refusalOf({ url = '', headers }: IncomingMessage): number | undefined {
  // Meteor parses it where nothing catches what that throws. A backslash it takes for a slash, and behind a hash it reads
  // no path.
  if (!/^\/[^\\#]*$/.test(url)) return 400;
  const { origins } = settings;
  if (!isOwnName(headers, origins) || !isOwnOrigin(headers, origins)) return 403;
  // With one slash in front there is no host in it to trip over.
  if (url.startsWith('//')) return 308;
  // What comes as a script or in a frame any page may have, whatever its origin; and browsers do without.
  if (/\/sockjs\/(.*\/(jsonp|jsonp_send|htmlfile|eventsource)|iframe[^/]*)\/?(\?|$)/.test(url)) return 404;
  // Each name that it is asked for it looks up in the file system, while all else waits; and no page imports later.
  if (/\/__meteor__\/dynamic-import(\/|\?|$)/i.test(decoded(url))) return 404;
  // SockJS, and what else of Meteor reads a body, reads it to its end.
  if (headers['transfer-encoding'] !== undefined) return 411;
  if (Number(headers['content-length'] ?? 0) > longestMessage) return 413;
  return undefined;
}

/**
 * An upgrade to anything but a WebSocket SockJS would answer as it answers requests, and trip over what a connection
 * hasn't; one on another path nobody would answer, nor close.
 */
function upgradeRefusalOf(request: IncomingMessage): number | undefined {
  const { method, url = '', headers } = request;
  const isWebSocket =
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    // Of an older one's handshake a part may never come.
    headers['sec-websocket-version'] === '13';
  return isWebSocket && servesWebSocket(url) ? refusalOf(request) : 404;
}

function servesWebSocket(url: string): boolean {
  const { ROOT_URL_PATH_PREFIX: prefix = '' } = __meteor_runtime_config__;
  const path = url.slice(prefix.length);
  return url.startsWith(prefix) && /^\/(sockjs\/([^/.?]+\/[^/.?]+\/)?)?websocket\/?(\?|$)/.test(path);
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
