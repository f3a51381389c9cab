import { expect } from 'vitest';

/** A page changes soon, or not at all; a reconnection may take several seconds. */
const timeout_ms = 20_000;

/** Repeats until the following expectation holds: `await eventually(() => count()).toBe(2)`. */
export function eventually<T>(read: () => T | Promise<T>, what = 'what the page shows') {
  return expect.poll(read, { timeout: timeout_ms, interval: 20, message: what });
}
