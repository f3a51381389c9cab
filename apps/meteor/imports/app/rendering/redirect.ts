import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalPath } from '@meteor-vs-mean/contract/paths';
import { WebApp } from 'meteor/webapp';

/** Redirects to a page's canonical path. */
export function redirectToCanonical(): void {
  WebApp.handlers.use('/', (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { method, url = '/' } = request;
    const location = method === 'GET' || method === 'HEAD' ? otherLocation(url) : undefined;
    if (location === undefined) return next();
    response.statusCode = 308;
    response.setHeader('Location', location);
    response.end();
  });
}

/**
 * @param url as in the request: path and query
 * @returns the canonical URL; undefined if the request's is already canonical
 */
export function otherLocation(url: string): string | undefined {
  const [path = '/', ...query] = url.split('?');
  const canonical = canonicalPath(path);
  if (canonical === path) return undefined;
  // Browsers treat a backslash as a slash, and two leading slashes as another host.
  return [canonical.replaceAll('\\', '%5C'), ...query].join('?');
}
