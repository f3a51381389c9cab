import { setTimeout as wait } from 'node:timers/promises';
import type { UnderWay } from '../../src/context/context.ts';

/** Long enough for the first writes to be under way. */
const begin_ms = 500;

async function until(moment_ns: bigint): Promise<void> {
  await wait(Math.max(0, Number(moment_ns - process.hrtime.bigint()) / 1e6));
}

/** Stops the app's process for a second (SIGSTOP). */
export async function freeze({ app, t0_ns }: UnderWay): Promise<void> {
  await until(t0_ns + BigInt(begin_ms * 1e6));
  process.kill(app.pid, 'SIGSTOP');
  try {
    await wait(1000);
  } finally {
    process.kill(app.pid, 'SIGCONT');
  }
}

export async function kill({ app, t0_ns }: UnderWay): Promise<void> {
  await until(t0_ns + BigInt(begin_ms * 1e6));
  await app.kill();
}

/** Stops the generator for 0.4 s of each half second: its lateness bends the p50 on a busy machine as well. */
export async function slowDown({ generatorPids, t0_ns }: UnderWay): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of generatorPids) process.kill(pid, name);
  };
  for (let count = 0; count < 3; count++) {
    await until(t0_ns + BigInt((begin_ms + count * 500) * 1e6));
    signal('SIGSTOP');
    try {
      await wait(400);
    } finally {
      signal('SIGCONT');
    }
  }
}
