import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { ContractError } from '@meteor-vs-mean/contract';
import type { RequestHandler } from 'express';
import { hashedTokenIn } from './cookie.ts';

/**
 * Whether a request may use what its cookie opens. A browser says by `Origin` which site's page asks, and sends the
 * cookie whichever site that is; what isn't a browser says nothing, and has no cookie that it doesn't mean to send.
 * @param allowed origins beside the server's own
 */
export function isFromHere({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || allowed.includes(origin)) return true;
  // Of the scheme only a proxy in front knows.
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/**
 * Whether a request names this server by a name of its own. Somebody may point a name of theirs at this machine, and their
 * page is then of the server's own origin as far as a browser can tell. Which names are its own the origins say; where
 * none are listed nobody has said. An address is no name that somebody else could have pointed here.
 */
export function isByOwnName({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { host } = headers;
  if (allowed.length === 0 || host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return allowed.some((origin) => new URL(origin).hostname === hostname);
}

/** Refuses what names the server by a name that isn't its own. */
export function checkName(allowed: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    if (!isByOwnName(request, allowed)) {
      throw new ContractError(
        'not-authorized',
        'This server has another name: ORIGINS lists those that it has',
      );
    }
    next();
  };
}

/** Refuses what another site's page sends: whatever changes something, and whatever carries a session. */
export function checkOrigin(allowed: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    const isGuarded =
      !['GET', 'HEAD', 'OPTIONS'].includes(request.method) || hashedTokenIn(request.headers) !== undefined;
    if (isGuarded && !isFromHere(request, allowed)) throw foreign();
    next();
  };
}

/** Refuses upgrades to a websocket as other requests are refused; Engine.io calls each of them a bad request. */
export function checkUpgrades(server: HttpServer, isAllowed: (request: IncomingMessage) => boolean): void {
  const listeners = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // Nobody listens for its errors until somebody takes it, and an error that nobody listens for ends the process.
    connection.on('error', () => {});
    if (isAllowed(request))
      for (const listener of listeners) listener.call(server, request, connection, head);
    else {
      connection.once('finish', () => connection.destroy());
      connection.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    }
  });
}

function foreign(): ContractError {
  return new ContractError(
    'not-authorized',
    'A page of another origin may not do this: add it to ORIGINS where the server is started',
  );
}
