import type { Usage } from '@meteor-vs-mean/measure/results';
import { sampleTree, type TreeSample } from '@meteor-vs-mean/testbed/sampler';

/** The processes of a round, of each app and generator all of them. A database on another machine has no pid here. */
export interface Watched {
  app: readonly number[];
  /** Of several instances the one that serves nobody, which `app` has, too. */
  idle?: number | undefined;
  mongod: number | undefined;
  /** Of each process of the generator. */
  generator: readonly number[];
}

/** What each process had used at one moment; null for one that isn't there, or not here. */
export type Moment = Record<keyof Watched, TreeSample | null>;

export async function sampleMoment(watched: Watched): Promise<Moment> {
  const [app, idle, mongod, generator] = await Promise.all([
    sampleAll(watched.app),
    sampleAll(watched.idle === undefined ? [] : [watched.idle]),
    sampleAll(watched.mongod === undefined ? [] : [watched.mongod]),
    sampleAll(watched.generator),
  ]);
  return { app, idle, mongod, generator };
}

/** The sum over some processes; null if there are none, or one of them isn't there. */
async function sampleAll(pids: readonly number[]): Promise<TreeSample | null> {
  const samples = await Promise.all(pids.map((pid) => sampleTree(pid).catch(() => null)));
  return samples.reduce((sum, one) => sum && one && add(sum, one), samples[0] ? nothing(samples[0]) : null);
}

function nothing({ at_ns, waiting_ms }: TreeSample): TreeSample {
  return { at_ns, pids: [], cpu_ms: 0, rss_bytes: 0, waiting_ms: waiting_ms === null ? null : 0 };
}

function add(one: TreeSample, other: TreeSample): TreeSample {
  const known = one.waiting_ms !== null && other.waiting_ms !== null;
  return {
    at_ns: one.at_ns,
    pids: [...one.pids, ...other.pids],
    cpu_ms: one.cpu_ms + other.cpu_ms,
    rss_bytes: one.rss_bytes + other.rss_bytes,
    waiting_ms: known ? (one.waiting_ms ?? 0) + (other.waiting_ms ?? 0) : null,
  };
}

/** What a process used between two moments; null if either is unknown. */
export function usageBetween(from: TreeSample | null, to: TreeSample | null): Usage | null {
  if (!from || !to) return null;
  return {
    cpu_ms: to.cpu_ms - from.cpu_ms,
    waiting_ms: to.waiting_ms === null || from.waiting_ms === null ? null : to.waiting_ms - from.waiting_ms,
    rss_bytes: to.rss_bytes,
  };
}
