import { fileURLToPath } from 'node:url';
import type { Percentiles } from '@meteor-vs-mean/stats';
import type { Scope } from '@meteor-vs-mean/testbed';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { sampleTree } from '@meteor-vs-mean/testbed/sampler';
import type { RunningApp, StackName } from '@meteor-vs-mean/testbed/stacks';

/** What one who used the app meanwhile has seen. What failed counts as slower than anything that came. */
export interface Witnessed {
  acknowledgement: Percentiles;
  delivery: Percentiles;
  http: Percentiles;
  /** Calls that were refused or got no answer, and pages that didn't come. */
  failures: { calls: number; pages: number };
}

/** The witness waits 20 s for the answer to its last call. */
const lastAnswer_ms = 25_000;

const witness = fileURLToPath(new URL('./witness.ts', import.meta.url));

/** Starts one who uses the app from now on, and ends with the scope. @returns what stops them, and tells what they have seen */
export async function startWitness(
  stack: StackName,
  { url }: Pick<RunningApp, 'url'>,
  { listId, todoId }: { listId: string; todoId: string },
  scope: Scope,
): Promise<() => Promise<Witnessed | undefined>> {
  const ready = Promise.withResolvers<void>();
  let seen: Witnessed | undefined;
  const child = await scope.own(
    () =>
      startChild(process.execPath, [witness, stack, url, listId, todoId], {
        log: (line) => {
          if (line === 'ready') ready.resolve();
          else if (line.startsWith('{')) seen = JSON.parse(line) as Witnessed;
        },
      }),
    (one) => one.kill(),
  );
  await Promise.race([
    ready.promise,
    child.exited.then(() => {
      throw new Error(`The witness ended: ${child.lastLines.join(' ')}`);
    }),
  ]);
  return async () => {
    await child.stop(lastAnswer_ms);
    return seen;
  };
}

const sample_ms = 250;

/** The app's memory, from outside. */
export interface Memory {
  before_bytes: number;
  most_bytes: number;
}

/** @returns what stops it */
export async function watchMemory({ pid }: Pick<RunningApp, 'pid'>): Promise<() => Memory> {
  const before_bytes = (await sampleTree(pid)).rss_bytes;
  let most_bytes = before_bytes;
  const timer = setInterval(() => {
    sampleTree(pid).then(
      ({ rss_bytes }) => {
        most_bytes = Math.max(most_bytes, rss_bytes);
      },
      () => {}, // it has ended: the round says so
    );
  }, sample_ms);
  return () => {
    clearInterval(timer);
    return { before_bytes, most_bytes };
  };
}
