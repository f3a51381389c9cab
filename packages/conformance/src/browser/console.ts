import type { ConsoleMessage } from 'playwright-core';

/**
 * An unexpected warning or error in a page's console.
 * @returns undefined for Chromium's own messages when a case cuts a connection, or requests something that is missing
 * or rejected
 */
export function complaintOf(message: ConsoleMessage): string | undefined {
  if (!['error', 'warning', 'assert'].includes(message.type())) return undefined;
  // Most cases use a profile without service workers, which would answer instead of the server.
  if (message.text() === 'Service Worker registration blocked by Playwright') return undefined;
  // Messages from scripts have arguments.
  if (message.args().length === 0 && isAsked(message)) return undefined;
  return `${message.type()} in the console: ${message.text()} (${message.location().url})`;
}

/** Whether it reports a cut connection, or an error status that a case provoked, and no missing file of the app. */
function isAsked(message: ConsoleMessage): boolean {
  const text = message.text();
  if (/^WebSocket connection to '[^']+' failed: /.test(text)) return true;
  // Chromium began to load a file before the service worker did.
  if (/^A preload for '[^']+' is found, but is not used because it is a cross-world/.test(text)) return true;
  const [, why] = /^Failed to load resource: (.+)/.exec(text) ?? [];
  if (why === undefined) return false;
  if (why.startsWith('net::ERR_')) return true;
  // Angular's service worker returns this while offline.
  if (/responded with a status of 504 /.test(why)) return true;
  const [, status] = /responded with a status of (4\d\d)/.exec(why) ?? [];
  const { url } = message.location();
  // The page itself; or a rejected call of an app that uses HTTP for calls.
  const isPage = url.split('#')[0] === message.page()?.url().split('#')[0];
  return status !== undefined && ((status === '404' && isPage) || new URL(url).pathname.startsWith('/api/'));
}
