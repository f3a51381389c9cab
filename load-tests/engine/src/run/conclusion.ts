import { setTimeout as sleep } from 'node:timers/promises';
import { describe, RunError } from '../failures/error.ts';
import { claim, writeWhole } from '../folder/files.ts';
import type { Rendezvous } from '../folder/rendezvous.ts';
import type { Coordinator } from '../machines/coordinator.ts';
import { say } from '../process/say.ts';
import { type Outcome, outcomeOf, shortfallsOf } from '../results/outcome.ts';
import { type Run, readRun } from '../results/results.ts';
import type { Shortfall } from '../results/shortfall.ts';
import { readStored } from '../results/stored.ts';
import { artillery, type Events } from '../script/artillery.ts';
import type { Config } from '../script/config.ts';
import { summarise, summariseMachines } from './summary.ts';

/** How long a coordinator waits for the files of its machine's threads and processes. */
const files_ms = 10_000;

interface Options {
  config: Config;
  meeting: Rendezvous;
  events: Events;
}

/**
 * Prints the result of the run once. The thread that finds all files prints it, or on several machines the coordinator of
 * each.
 */
export async function conclude(
  { config, meeting, events }: Options,
  coordinator?: Coordinator,
): Promise<void> {
  if (config.rendezvous !== undefined && coordinator === undefined) return;
  // Before reading the files: a thread that ends after this call finds all of them.
  const isLast = !meeting.presence.isBusy();
  const run = coordinator ? await wholeRun(meeting.dir) : readRun(meeting.dir);
  const [problem] = run.problems;
  if (problem !== undefined) {
    if (isLast) throw new RunError('receiver', problem);
    return;
  }
  if (!claim(meeting.dir, 'done.json', JSON.stringify({ receivers: run.receivers.length }))) return;
  const stored = await readStored(run, config).catch((error) => {
    say(`pubsub: the stored writes can't be read: ${describe(error).message}`);
    return undefined;
  });
  const own = outcomeOf(run, stored);
  const machines = await coordinator?.conclude(run, own);
  count(machines?.outcome ?? own, events);
  say(summarise(run, own));
  if (machines !== undefined) {
    writeWhole(meeting.dir, 'machines.json', JSON.stringify(machines, null, 1));
    say(summariseMachines(machines));
  }
  const shortfalls: Shortfall[] = shortfallsOf(run, own, config.deliveries, stored);
  const elsewhere = (machines?.outcome.lost ?? 0) - own.lost;
  if (elsewhere > 0) {
    shortfalls.push({
      code: 'deliveries-lost',
      by: 'app',
      reason: `${elsewhere} deliveries are missing on other machines`,
    });
  }
  for (const { code, by, reason } of shortfalls) {
    say(`pubsub: ${code}, ${by === undefined ? '' : `${by}: `}${reason}`);
    if (config.failOnLoss) artillery().suggestedExitCode = 1;
  }
}

/** @throws RunError if a file is missing after this time */
async function wholeRun(dir: string): Promise<Run> {
  for (let waited_ms = 0; ; waited_ms += 100) {
    const run = readRun(dir);
    const [problem] = run.problems;
    if (problem === undefined) return run;
    if (waited_ms >= files_ms) throw new RunError('receiver', problem);
    await sleep(100);
  }
}

/** Counts in Artillery's metrics, also zeros, because thresholds (`ensure`) need the metric. */
function count({ owedBy, ...counts }: Outcome, events: Events): void {
  const names = { outOfOrder: 'out_of_order', expected: 'refused_expected' } as Record<string, string>;
  for (const [name, value] of Object.entries(counts)) {
    events.emit('counter', `pubsub.${names[name] ?? name}`, value);
  }
}
