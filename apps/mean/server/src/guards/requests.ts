import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ContractError } from '@meteor-vs-mean/contract';
import { isOwnName, isOwnOrigin } from '@meteor-vs-mean/guards';
import { type RequestHandler, Router } from 'express';
import { hashedTokenIn } from '../accounts/cookie.ts';
import type { Rates } from './rates.ts';

/** Many people may log in from one address, so only the address is counted. */
const accountPaths = ['/api/accounts', '/api/account', '/api/session', '/api/sessions'];

/** Rejects requests to other host names and from other sites' pages, and counts API requests. */
export function guardRequests(origins: readonly string[], rates: Rates): RequestHandler {
  const router = Router();
  router.use(({ headers }, _response, next) => {
    if (isOwnName(headers, origins)) return next();
    throw new ContractError('not-authorized', 'This is not a name of this server: ORIGINS lists its names');
  });
  router.use('/api', ({ method, headers }, _response, next) => {
    const changes = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    if (isOwnOrigin(headers, origins) || !(changes || hashedTokenIn(headers) !== undefined)) return next();
    throw new ContractError(
      'not-authorized',
      'Pages of another origin may not do this: add the origin to ORIGINS where the server is started',
    );
  });
  router.use(accountPaths, ({ ip = '' }, response, next) => {
    rates.countOfAddress('calls', ip);
    response.locals.isCounted = true;
    next();
  });
  router.use('/api', ({ ip: address = '' }, response, next) => {
    if (!response.locals.isCounted) rates.count('calls', { address });
    next();
  });
  return router;
}

/** Rejects websocket upgrades like other requests. Engine.io would answer each with a bad request. */
export function guardUpgrades(server: HttpServer, isAllowed: (request: IncomingMessage) => boolean): void {
  const listeners = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // Until somebody takes over the connection, an unhandled error would end the process.
    connection.on('error', () => {});
    if (isAllowed(request)) {
      for (const listener of listeners) listener.call(server, request, connection, head);
    } else {
      connection.once('finish', () => connection.destroy());
      connection.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    }
  });
}
