import { setTimeout as wait } from 'node:timers/promises';

/**
 * Whether something comes to hold within some seconds. A page that is just being loaded can't be asked: not yet, then.
 * @throws what asking throws for any other reason
 */
export async function comesAbout(read: () => Promise<boolean>, patience_ms = 20_000): Promise<boolean> {
  const deadline = performance.now() + patience_ms;
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
