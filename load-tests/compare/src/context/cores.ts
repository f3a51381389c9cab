import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Machine } from '@meteor-vs-mean/measure/results';
import { allowedCores, coreList, parseCoreList } from '@meteor-vs-mean/measure/run';
import { textOf } from '@meteor-vs-mean/testbed/process';
import { sampleTree } from '@meteor-vs-mean/testbed/sampler';

/** Which cores generator, app and mongod run on; where they share, each has all of them. */
export interface Cores {
  readonly generator: readonly number[];
  readonly app: readonly number[];
  readonly mongod: readonly number[];
  /** True if the generator has no cores of its own: then more waiting is allowed for. */
  readonly shared: boolean;
  /** True if processes are to be bound to them. */
  readonly bound: boolean;
  /** In words, for the manifest. */
  readonly pinning: string;
}

/** What the decision is made from. */
export interface CoreFacts {
  platform: NodeJS.Platform;
  /** Cores that this process may use; null where the system doesn't tell. */
  allowed: readonly number[] | null;
  /** So many of them at a time: a limit of CPU may be below their number. */
  atATime: number;
  /** The physical core that a core is a thread of. */
  physicalOf(core: number): number;
  /** Whether `taskset` is there and is obeyed. */
  canPin: boolean;
  /** Whether mongod is ours: somebody else's is left where it is. */
  ownMongod: boolean;
  /** Whether the app gets one core and all else the others, so that its capacity is that of a core. */
  isAppAlone?: boolean;
}

/** Fewer aren't enough for three that must not disturb each other, one of which has two threads at least. */
const leastCores = 4;
const leastForAppAlone = 2;

/** Reads the facts of this machine, and decides. */
export function chooseCores({
  ownMongod = true,
  isAppAlone = false,
}: {
  ownMongod?: boolean;
  isAppAlone?: boolean;
} = {}): Cores {
  const allowed = allowedCores();
  return decideCores({
    platform: process.platform,
    allowed,
    atATime: availableParallelism(),
    physicalOf,
    canPin: allowed !== null && spawnSync('taskset', ['-c', coreList(allowed), 'true']).status === 0,
    ownMongod,
    isAppAlone,
  });
}

/** App and mongod have one core each, two from six cores on; what is left is the generator's, which has most threads. */
export function decideCores(facts: CoreFacts): Cores {
  const { platform, allowed, atATime, physicalOf, canPin, ownMongod, isAppAlone = false } = facts;
  const all = allowed ?? Array.from({ length: atATime }, (_, core) => core);
  const sharing = (why: string): Cores => ({
    generator: all,
    app: all,
    mongod: all,
    shared: true,
    bound: false,
    pinning: `generator, app and MongoDB share all cores (${why})`,
  });
  if (platform !== 'linux' || allowed === null) {
    return sharing(
      `${platform === 'darwin' ? 'macOS' : platform} has nothing to bind a process to a core with`,
    );
  }
  const enough = Math.min(allowed.length, atATime);
  const least = isAppAlone ? leastForAppAlone : leastCores;
  if (enough < least) {
    return sharing(`separate cores need ${least}, and this machine has ${enough}`);
  }
  if (!canPin) return sharing('taskset (of util-linux) is not there, or not allowed');
  // Threads of one physical core beside each other, so that they go to one of the three.
  const inOrder = allowed.toSorted((a, b) => physicalOf(a) - physicalOf(b) || a - b);
  if (isAppAlone) return appAlone(inOrder, ownMongod);
  const each = allowed.length >= 6 ? 2 : 1;
  const app = inOrder.slice(0, each);
  const mongod = ownMongod ? inOrder.slice(each, 2 * each) : all;
  const generator = inOrder.slice(ownMongod ? 2 * each : each);
  const sets = ownMongod ? [app, mongod, generator] : [app, generator];
  return {
    generator,
    app,
    mongod,
    shared: !ownMongod,
    bound: true,
    pinning: [
      `generator on ${cores(generator)}, app on ${cores(app)}, `,
      ownMongod ? `mongod on ${cores(mongod)}` : 'mongod ran before and may use all of them',
      arePhysicallyApart(sets, physicalOf) ? '' : '; some of these are threads of one physical core',
    ].join(''),
  };
}

function appAlone([first = 0, ...rest]: readonly number[], ownMongod: boolean): Cores {
  const app = [first];
  return {
    generator: rest,
    app,
    mongod: ownMongod ? rest : [first, ...rest],
    shared: true,
    bound: true,
    pinning:
      `app on ${cores(app)}, generator${ownMongod ? ' and mongod' : ''} on ${cores(rest)}` +
      (ownMongod ? '' : '; mongod ran before and may use all of them'),
  };
}

/** All that are used for something. */
export function allCores({ generator, app, mongod }: Cores): number[] {
  return [...new Set([...generator, ...app, ...mongod])];
}

/** For the manifest; null where they share. */
export function cpuSetsOf({ generator, app, mongod }: Cores): Machine['cpuSets'] {
  if (app.some((core) => generator.includes(core) || mongod.includes(core))) return null;
  return { generator: coreList(generator), app: coreList(app), mongod: coreList(mongod) };
}

/** Binds this process, all that it has started and will start to the generator's cores, and mongod to its own. */
export async function bind(
  { bound, generator, mongod }: Cores,
  mongodPid: number | undefined,
): Promise<void> {
  if (!bound) return;
  await pin(process.pid, generator);
  if (mongodPid !== undefined) await pin(mongodPid, mongod);
}

/**
 * Binds a process, its threads and its children to cores; what they start later is bound by that too.
 * @throws one line if the system doesn't allow it
 */
export async function pin(pid: number, to: readonly number[]): Promise<void> {
  const { pids } = await sampleTree(pid);
  for (const one of pids) {
    try {
      await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', coreList(to), String(one)]);
    } catch (error) {
      const isThere = allowedCores(one) !== null;
      if (isThere) throw new Error(`process ${one} can't be bound to ${cores(to)}: ${lastLine(error)}`);
    }
  }
}

/** Named after the first of its threads. */
function physicalOf(core: number): number {
  const siblings = textOf(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`);
  return siblings === undefined ? core : Math.min(...parseCoreList(siblings));
}

function arePhysicallyApart(
  sets: readonly (readonly number[])[],
  physicalOf: (core: number) => number,
): boolean {
  const physical = sets.flatMap((set) => [...new Set(set.map(physicalOf))]);
  return new Set(physical).size === physical.length;
}

function cores(list: readonly number[]): string {
  return `${list.length === 1 ? 'core' : 'cores'} ${coreList(list)}`;
}

function lastLine(error: unknown): string {
  return (error as Error).message.trim().split('\n').at(-1) ?? '';
}
