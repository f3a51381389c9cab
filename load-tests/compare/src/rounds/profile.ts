import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CpuProfile } from '@meteor-vs-mean/testbed/sampler';
import type { Run } from 'artillery-engine-pubsub';

/** Shares of a thread's CPU by function, largest first. */
export type Profile = { what: string; share: number }[];

/** V8's own names for what isn't JavaScript. */
const nameless: Record<string, string> = {
  '(program)': 'native code and the kernel',
  '(garbage collector)': 'collecting garbage',
};

/**
 * What a thread spent its time on while it wasn't idle, by function, largest first.
 * @param most that are named; what is smaller is one last entry
 * @returns shares of 1; empty if nothing was sampled
 */
export function summariseProfile(profile: CpuProfile, from_us: number, to_us: number, most = 8): Profile {
  const spent = selfTimes(profile, nameOf, from_us, to_us);
  const total_us = [...spent.values()].reduce((sum, took_us) => sum + took_us, 0);
  if (total_us === 0) return [];
  const all = [...spent]
    .map(([what, took_us]) => ({ what, share: took_us / total_us }))
    .sort((a, b) => b.share - a.share);
  const rest = all.slice(most).reduce((sum, { share }) => sum + share, 0);
  return rest === 0 ? all : [...all.slice(0, most), { what: 'all else', share: rest }];
}

/** A function, as V8 names it. */
export type Frame = CpuProfile['nodes'][number]['callFrame'];

/**
 * What a thread did itself, in microseconds by name.
 * @param nameOf undefined of what isn't to be counted
 */
export function selfTimes(
  { startTime, nodes, samples, timeDeltas }: CpuProfile,
  nameOf: (frame: Frame) => string | undefined,
  from_us = 0,
  to_us = Number.POSITIVE_INFINITY,
): Map<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent = new Map<string, number>();
  let at_us = startTime;
  for (const [index, id] of samples.entries()) {
    const took_us = timeDeltas[index] ?? 0;
    at_us += took_us;
    const name = names.get(id);
    if (at_us < from_us || at_us > to_us || name === undefined) continue;
    spent.set(name, (spent.get(name) ?? 0) + took_us);
  }
  return spent;
}

/** What a sample says that isn't in JavaScript; undefined of a function. */
export function namelessOf({ functionName }: Frame): string | undefined {
  return nameless[functionName];
}

/** Whether the thread waited. */
export function isIdle({ functionName }: Frame): boolean {
  return functionName === '(idle)' || functionName === '(root)';
}

function nameOf(frame: Frame): string | undefined {
  if (isIdle(frame)) return undefined;
  const known = namelessOf(frame);
  if (known !== undefined) return known;
  const { functionName, url } = frame;
  // The package and the file are enough to find it.
  const file = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(?=[^/]+\/src\/)/, '');
  return `${functionName || 'a function'} (${file || 'V8'})`;
}

/**
 * The profile of a round's first receiver, while writes went on.
 * @param folder of the profiles: Node names them by process and thread, as the engine does its files
 * @returns empty if there is none
 */
export async function readProfile(folder: string, run: Run): Promise<Profile> {
  const [receiver] = run.receivers;
  if (!receiver || !run.start || !run.schedule) return [];
  const [pid, thread] = receiver.name.split('-');
  const names = await readdir(folder).catch(() => []);
  const name = names.find((one) => one.includes(`.${pid}.${thread}.`));
  if (name === undefined) return [];
  const profile: CpuProfile = JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const from_us = Number(BigInt(run.start.t0_ns) / 1000n);
  return summariseProfile(profile, from_us, from_us + run.schedule.duration_ms * 1000);
}
