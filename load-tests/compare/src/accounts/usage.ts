import type { RoundTestbed } from '@meteor-vs-mean/experiments/command';
import type { RunningApp } from '@meteor-vs-mean/testbed/stacks';
import { type Moment, sampleMoment, usageBetween } from '../rounds/usage.ts';

/** CPU of app and mongod since a moment, in milliseconds; null where it isn't known. */
interface UsedCpu {
  app_ms: number | null;
  mongod_ms: number | null;
}

/** @returns what says, at the end, how much CPU was used since now */
export async function watchCpu(testbed: RoundTestbed, { pid }: RunningApp): Promise<() => Promise<UsedCpu>> {
  const sample = (): Promise<Moment> =>
    sampleMoment({ app: [pid], mongod: testbed.mongo.pid, generator: [] });
  const before = await sample();
  return async () => {
    const after = await sample();
    return {
      app_ms: usageBetween(before.app, after.app)?.cpu_ms ?? null,
      mongod_ms: usageBetween(before.mongod, after.mongod)?.cpu_ms ?? null,
    };
  };
}

/** @returns null where the whole isn't known */
export function each(whole_ms: number | null, count: number): number | null {
  return whole_ms === null ? null : whole_ms / count;
}
