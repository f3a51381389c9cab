import type { IncomingMessage } from 'node:http';
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

/** Refuses what another site's page sends: whatever changes something, and whatever carries a session. */
export function checkOrigin(allowed: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    const isGuarded =
      !['GET', 'HEAD', 'OPTIONS'].includes(request.method) || hashedTokenIn(request.headers) !== undefined;
    if (isGuarded && !isFromHere(request, allowed)) throw foreign();
    next();
  };
}

function foreign(): ContractError {
  return new ContractError(
    'not-authorized',
    'A page of another origin may not do this: add it to ORIGINS where the server is started',
  );
}
