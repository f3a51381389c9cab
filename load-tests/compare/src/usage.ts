import type { Usage } from '@meteor-vs-mean/report';
import { sampleTree, type TreeSample } from '@meteor-vs-mean/sampler';

/** The processes of a round. A database on another machine has no pid here. */
export interface Watched {
  app: number;
  mongod: number | undefined;
  generator: number;
}

/** What each process had used at one moment; null for one that isn't there, or not here. */
export type Moment = { [Name in keyof Watched]: TreeSample | null };

export async function sampleMoment({ app, mongod, generator }: Watched): Promise<Moment> {
  const sample = (pid: number | undefined) =>
    pid === undefined ? Promise.resolve(null) : sampleTree(pid).catch(() => null);
  const [appSample, mongodSample, generatorSample] = await Promise.all([app, mongod, generator].map(sample));
  return { app: appSample ?? null, mongod: mongodSample ?? null, generator: generatorSample ?? null };
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
