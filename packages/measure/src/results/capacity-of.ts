import { median } from '@meteor-vs-mean/stats';
import { mostBusy } from '../rules/generator.ts';
import type { Capacity, SearchedCapacity } from './capacity.ts';
import { coresUsed, type DeliveryRounds, enoughRounds, type Level, levelsOf, type Trial } from './level.ts';
import type { Machine } from './manifest.ts';
import type { DeliveryRound } from './round.ts';

/** What follows from the rounds of a search. */
export function capacityOf(searched: SearchedCapacity, machine: Machine, rounds: DeliveryRounds): Capacity {
  const { trials, ...search } = searched;
  const levels = levelsOf(searched, rounds);
  const first = levels.findIndex(({ verdict }) => verdict !== 'passed');
  const beyond = first === -1 ? undefined : levels[first];
  const below = first === -1 ? levels : levels.slice(0, first);
  // On the way up one round is enough to try a higher level, but not to be carried.
  const carried = below.findLast(({ trials }) => passesOf(trials).length >= enoughRounds) ?? below.at(-1);
  const roundsOf = (those: readonly { round: number }[]) =>
    those.flatMap(({ round }) => rounds.get(round)?.round ?? []);
  const held = roundsOf(passesOf(carried?.trials ?? []));
  const used = (of: (round: DeliveryRound) => number | null) => median(held.map(of)) ?? null;
  const [cpu_cores, rss_bytes] = [used(appCpu), used(({ app }) => app?.rss_bytes ?? null)];
  return {
    ...search,
    levels,
    carried: carried?.level ?? null,
    beyond: beyond ? { level: beyond.level, reading: beyond.reading ?? '' } : null,
    limitedBy: limitOf({ beyond, carried, most: searched.most }, roundsOf(beyond?.trials ?? []), machine),
    app: cpu_cores === null || rss_bytes === null ? null : { cpu_cores, rss_bytes },
    mongodCpu_cores: used(mongodCpu),
    generatorCpu_cores: used(generatorCpu),
  };
}

const passesOf = (trials: readonly Trial[]) => trials.filter(({ verdict }) => verdict === 'passed');

interface Ends {
  carried: Level | undefined;
  beyond: Level | undefined;
  most: number;
}

/** What prevented the level beyond, by the CPU that each used there. */
function limitOf(
  { carried, beyond, most }: Ends,
  rounds: readonly DeliveryRound[],
  machine: Machine,
): Capacity['limitedBy'] {
  if (!beyond) return carried?.level === most ? 'asked' : 'time';
  if (beyond.verdict === 'undecided') return 'time';
  const most_cores = (of: (round: DeliveryRound) => number | null) =>
    Math.max(0, ...rounds.map((round) => of(round) ?? 0));
  const [app, mongod, generator] = [most_cores(appCpu), most_cores(mongodCpu), most_cores(generatorCpu)];
  if (beyond.verdict === 'failed') {
    if (rounds.some(({ refused }) => refused > 0)) return 'app-limit';
    if (app > mostBusy) return 'app';
  }
  // The generator has the same cores where there are few: the one that uses more of them leaves the other none.
  const { cores, isShared } = coresOfMongod(machine);
  if (mongod + (isShared ? generator : 0) > mostBusy * cores && mongod > generator) return 'mongod';
  if (beyond.verdict === 'failed') return 'app-late';
  return beyond.verdict === 'void' ? 'generator' : 'machine';
}

function coresOfMongod({ cores, cpuSets }: Machine): { cores: number; isShared: boolean } {
  if (!cpuSets) return { cores, isShared: true };
  const listed = cpuSets.mongod.split(',').map((part) => part.split('-').map(Number));
  const count = listed.reduce((sum, [from = 0, to = from]) => sum + to - from + 1, 0);
  return { cores: count, isShared: cpuSets.mongod === cpuSets.generator };
}

const appCpu = ({ writing, app, window_ms }: DeliveryRound) =>
  writing ? coresUsed(writing.app, writing.window_ms) : coresUsed(app, window_ms);
const generatorCpu = ({ writing, generator, window_ms }: DeliveryRound) =>
  writing ? coresUsed(writing.generator, writing.window_ms) : coresUsed(generator, window_ms);
const mongodCpu = ({ mongod, window_ms }: DeliveryRound) => coresUsed(mongod, window_ms);
