import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalPath } from '@meteor-vs-mean/contract/paths';
import { WebApp } from 'meteor/webapp';

/** Sends whoever asks for a page by another way of writing its address to the one that it has. */
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
 * @param url as a request names it: path and query
 * @returns where the page is instead; undefined if the address is its own
 */
export function otherLocation(url: string): string | undefined {
  const [path = '/', ...query] = url.split('?');
  const canonical = canonicalPath(path);
  if (canonical === path) return undefined;
  // Browsers take a backslash for a slash: two at the start of an address are another host's.
  return [canonical.replaceAll('\\', '%5C'), ...query].join('?');
}
