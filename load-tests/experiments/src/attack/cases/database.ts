import { setTimeout as pause } from 'node:timers/promises';
import type { Case } from './case.ts';

/** MongoDB stops for a while. */
export const ready: Case = {
  key: 'ready',
  title: 'MongoDB is stopped for 5 s (SIGSTOP)',
  bound: '/ready says so, and is ready afterwards',
  boundInTime: '/ready says so within 2 s, and is ready within 5 s after',
  stacks: ['mean', 'meteor'],
  hasOwnMongo: true,
  async run({ app, testbed }) {
    const { pid } = testbed.mongo;
    if (pid === undefined) return { held: false, seen: 'MongoDB isn’t ours: it can’t be stopped' };
    process.kill(pid, 'SIGSTOP');
    let down_ms: number;
    try {
      down_ms = await untilStatus(app.url, 503, 5000);
      await pause(Math.max(0, 5000 - down_ms));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const up_ms = await untilStatus(app.url, 200, 20_000);
    return {
      held: down_ms < Infinity && up_ms < Infinity,
      inTime: down_ms < 2000 && up_ms < 5000,
      seen: `not ready after ${Math.round(down_ms)} ms, ready again after ${Math.round(up_ms)} ms`,
    };
  },
};

/** @returns after how long; Infinity if not in that time */
async function untilStatus(url: string, wanted: number, patience_ms: number): Promise<number> {
  const begun_ms = performance.now();
  while (performance.now() - begun_ms < patience_ms) {
    const status = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(patience_ms) }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 0,
    );
    if (status === wanted) return performance.now() - begun_ms;
    await pause(50);
  }
  return Infinity;
}
