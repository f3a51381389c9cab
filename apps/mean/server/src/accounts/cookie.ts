import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { hashedTokenOf, sessionAge_ms } from './sessions.ts';

/** Browsers share cookies between ports, so each app has its own cookie name. */
export const cookieName = 'mean_session';

/** Scripts can't read it, and cross-site requests don't send it. */
function optionsFor(request: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: request.secure };
}

/** Sets the token's cookie, for as long as the session lasts. */
export function setCookie(request: Request, response: Response, token: string): void {
  response.cookie(cookieName, token, { ...optionsFor(request), maxAge: sessionAge_ms });
}

export function clearCookie(request: Request, response: Response): void {
  response.clearCookie(cookieName, optionsFor(request));
}

/** @returns the hash of the cookie's token; undefined if there is none */
export function hashedTokenIn(headers: IncomingHttpHeaders): string | undefined {
  const token = headers.cookie && parseCookie(headers.cookie)[cookieName];
  return token ? hashedTokenOf(token) : undefined;
}
