import type { ConsoleMessage } from 'playwright-core';

/**
 * A warning or an error in a page's console that nobody who made the app should have left there.
 * @returns undefined for what Chromium itself writes when a case cuts a connection, or asks for what isn't there or is
 * refused
 */
export function complaintOf(message: ConsoleMessage): string | undefined {
  if (!['error', 'warning', 'assert'].includes(message.type())) return undefined;
  // Most cases have a profile without service workers: they would answer for the server.
  if (message.text() === 'Service Worker registration blocked by Playwright') return undefined;
  // What a script writes has arguments.
  if (message.args().length === 0 && isAsked(message)) return undefined;
  return `${message.type()} in the console: ${message.text()} (${message.location().url})`;
}

/** Whether it tells of a connection that is cut, or of an answer that a case provoked: no file of the app's is missing. */
function isAsked(message: ConsoleMessage): boolean {
  const text = message.text();
  if (/^WebSocket connection to '[^']+' failed: /.test(text)) return true;
  // Chromium began to load a file before the service worker did, which then brings it.
  if (/^A preload for '[^']+' is found, but is not used because it is a cross-world/.test(text)) return true;
  const [, why] = /^Failed to load resource: (.+)/.exec(text) ?? [];
  if (why === undefined) return false;
  if (why.startsWith('net::ERR_')) return true;
  // Angular's service worker answers with that where there is no connection.
  if (/responded with a status of 504 /.test(why)) return true;
  const [, status] = /responded with a status of (4\d\d)/.exec(why) ?? [];
  const { url } = message.location();
  // The page itself; or a call that is refused, where an app makes calls by HTTP.
  const isPage = url.split('#')[0] === message.page()?.url().split('#')[0];
  return status !== undefined && ((status === '404' && isPage) || new URL(url).pathname.startsWith('/api/'));
}
