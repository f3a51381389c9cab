import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until a condition holds. While a page is loading it counts as false.
 * @throws any other error of `read`
 */
export async function waitFor(read: () => Promise<boolean>, timeout_ms = 20_000): Promise<boolean> {
  const deadline = performance.now() + timeout_ms;
  for (;;) {
    const holds = await read().catch((error: Error) => {
      if (/Execution context was destroyed|navigation/i.test(error.message)) return false;
      throw error;
    });
    if (holds) return true;
    if (performance.now() > deadline) return false;
    await wait(20);
  }
}
