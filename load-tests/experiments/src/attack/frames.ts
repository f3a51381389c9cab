import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '@meteor-vs-mean/measure/run';
import { liveHeap_bytes } from '@meteor-vs-mean/testbed/sampler';
import type { Build, RunningApp, StackName } from '@meteor-vs-mean/testbed/stacks';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { emptyTally, play, type Script, scriptOf, type Tally, type Target } from './attacker.ts';
import type { Carrier } from './grammar/frames.ts';
import { prepare, witnessed } from './prepare.ts';
import { shrink } from './shrink.ts';
import { violationsIn } from './violations.ts';
import { startWitness, watchMemory } from './watch.ts';

export interface FramesLoad {
  /** At least so many are sent. */
  frames: number;
  /** Connections at a time. */
  atOnce: number;
}

const carriersOf: Record<StackName, readonly Carrier[]> = {
  mean: ['socketio'],
  smallest: ['socketio'],
  meteor: ['ddp', 'sockjs'],
  'smallest-meteor': ['ddp', 'sockjs'],
};

/** Of what the app prints. */
const linesKept = 500;

/** Of codes that an answer has: those that the platform or a quota gave, before any of the app's methods was asked. */
const outside = new Set(['404', 'too-many-requests']);
/** Whose answer that of a request is, its status doesn't tell. */
const isOutside = (code: string) => outside.has(code) || code.startsWith('HTTP');

/** Sends frames of a seeded grammar, while somebody uses the app, and looks at what is left. */
export async function measureFrames(build: Build, load: FramesLoad, testbed: RoundTestbed): Promise<Sample> {
  const { stack } = build;
  const said: string[] = [];
  const app = await testbed.start(build, {
    seed: prepare,
    probe: true,
    log: (line) => void (said.length < linesKept && said.push(line)),
  });
  const before = await app.probe?.collect();
  const stopWitness = await startWitness(stack, app, witnessed, testbed);
  const stopMemory = await watchMemory(app);
  const target: Target = { url: app.url, carriers: carriersOf[stack] ?? [] };
  const begun_ms = performance.now();
  const { tally, last, isAlive } = await attack(app, target, load, testbed.seed);
  const took_s = (performance.now() - begun_ms) / 1000;
  const memory = stopMemory();
  const seen = await stopWitness();
  const after = isAlive ? await app.probe?.collect() : undefined;
  const violations = await violationsIn(app.db);
  const ending = isAlive ? undefined : await shrunk(build, last, testbed);
  const answered = sum(tally.answers.values());
  const reached = sum([...tally.answers].filter(([code]) => !isOutside(code)).map(([, count]) => count));
  return {
    figures: {
      ended: isAlive ? 0 : 1,
      violations: violations.length,
      differing: tally.differing.length,
      leaks: tally.leaks.length,
      frames_per_s: tally.sent / took_s,
      reached_percent: (100 * reached) / tally.sent,
      acknowledgement_ms: seen?.acknowledgement.p99_ms ?? Infinity,
      delivery_ms: seen?.delivery.p99_ms ?? Infinity,
      http_ms: seen?.http.p99_ms ?? Infinity,
      failures: seen ? seen.failures.calls + seen.failures.pages : null,
      before_MB: memory.before_bytes / 1e6,
      most_MB: memory.most_bytes / 1e6,
      grown_MB: before && after ? (liveHeap_bytes(after) - liveHeap_bytes(before)) / 1e6 : null,
    },
    accounts: [{ what: 'frames sent', owed: tally.sent, seen: tally.sent }],
    texts: {
      'answers.json': JSON.stringify({
        sent: tally.sent,
        answered,
        byCode: Object.fromEntries([...tally.answers].toSorted(([, a], [, b]) => b - a)),
        endedByServer: tally.ended,
        refused: tally.refused,
      }),
      'log.txt': said.join('\n'),
      ...(violations.length > 0 ? { 'violations.json': JSON.stringify(violations.slice(0, 100)) } : {}),
      ...(tally.differing.length > 0
        ? { 'differing.json': JSON.stringify(tally.differing.slice(0, 100)) }
        : {}),
      ...(tally.leaks.length > 0 ? { 'leaks.json': JSON.stringify(tally.leaks.slice(0, 100)) } : {}),
      ...(ending ? { 'ending.json': JSON.stringify(ending) } : {}),
    },
  };
}

interface Attacked {
  tally: Tally;
  /** The connections whose frames may have ended the app: those that were open last. */
  last: Script[];
  isAlive: boolean;
}

async function attack(app: RunningApp, target: Target, load: FramesLoad, seed: number): Promise<Attacked> {
  const tally = emptyTally();
  const open = new Set<Script>();
  let isAlive = true;
  void app.exited.then(() => {
    isAlive = false;
  });
  let number = 0;
  let last: Script[] = [];
  const worker = async () => {
    while (isAlive && tally.sent < load.frames) {
      const script = scriptOf(seed, number++, target);
      open.add(script);
      await play(script, target, tally);
      if (!isAlive) last = [...new Set([...last, ...open])];
      open.delete(script);
    }
  };
  await Promise.all(Array.from({ length: load.atOnce }, worker));
  return { tally, last, isAlive };
}

/** The fewest frames, of one connection, that end the app by themselves; undefined if none of them does it alone. */
async function shrunk(
  build: Build,
  scripts: readonly Script[],
  testbed: RoundTestbed,
): Promise<Script | undefined> {
  for (const script of scripts) {
    const ends = (frames: Script['frames']) => endsIt(build, { ...script, frames }, testbed);
    if (!(await ends(script.frames))) continue;
    return { ...script, frames: [...(await shrink(script.frames, (part) => ends([...part])))] };
  }
  return undefined;
}

async function endsIt(build: Build, script: Script, testbed: RoundTestbed): Promise<boolean> {
  const app = await testbed.start(build, { seed: prepare });
  await play(script, { url: app.url, carriers: [script.carrier] }, emptyTally());
  // What ended it may take effect a moment later than its answer.
  const hasEnded = await Promise.race([app.exited.then(() => true), pause(200, false)]);
  await app.stop();
  return hasEnded;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
}
