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
 * Runs before all other request listeners, because SockJS also runs before Express. A rejected request reaches neither
 * of them.
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
    // Until somebody takes over the connection, an unhandled error would end the process.
    socket.on('error', () => {});
    // A client that doesn't close its half would keep the connection open.
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

/** The response of a rejected request, if it is rejected. */
function refusalOf({ url = '', headers }: IncomingMessage): number | undefined {
  // Meteor parses the URL outside any try block. It treats a backslash as a slash, and ignores a path behind a hash.
  if (!/^\/[^\\#]*$/.test(url)) return 400;
  const { origins } = settings;
  if (!isOwnName(headers, origins) || !isOwnOrigin(headers, origins)) return 403;
  // With one leading slash the URL contains no host.
  if (url.startsWith('//')) return 308;
  // Any page could read scripts (JSONP) and frames, whatever its origin; browsers don't need them.
  if (/\/sockjs\/(.*\/(jsonp|jsonp_send|htmlfile|eventsource)|iframe[^/]*)\/?(\?|$)/.test(url)) return 404;
  // Meteor looks up each name with blocking file access, and no page imports code later.
  if (/\/__meteor__\/dynamic-import(\/|\?|$)/i.test(decoded(url))) return 404;
  // SockJS and other parts of Meteor read a body of any length.
  if (headers['transfer-encoding'] !== undefined) return 411;
  if (Number(headers['content-length'] ?? 0) > longestMessage) return 413;
  return undefined;
}

/**
 * SockJS answers an upgrade to anything but a WebSocket like a request, and crashes on properties that a connection
 * lacks; nobody would answer or close an upgrade on another path.
 */
function upgradeRefusalOf(request: IncomingMessage): number | undefined {
  const { method, url = '', headers } = request;
  const isWebSocket =
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    // An old WebSocket version's handshake may never be completed.
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
