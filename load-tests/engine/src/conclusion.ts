import { setTimeout as sleep } from 'node:timers/promises';
import { artillery, type Events } from './artillery.ts';
import type { Config } from './config.ts';
import { describe, RunError } from './error.ts';
import { claim, writeWhole } from './files.ts';
import type { Captain } from './machines/captain.ts';
import { type Outcome, outcomeOf, shortfallsOf } from './outcome.ts';
import type { Rendezvous } from './rendezvous.ts';
import { type Run, readRun } from './results.ts';
import { say } from './say.ts';
import type { Shortfall } from './shortfall.ts';
import { readStored } from './stored.ts';
import { summarise, summariseMachines } from './summary.ts';

/** How long a captain waits for the files of the other threads and processes of its machine. */
const files_ms = 10_000;

interface Options {
  config: Config;
  meeting: Rendezvous;
  events: Events;
}

/**
 * Prints the result of the run, once: the thread that finds all files prints it; with several machines, the captain of
 * each machine does.
 */
export async function conclude({ config, meeting, events }: Options, captain?: Captain): Promise<void> {
  if (config.rendezvous !== undefined && captain === undefined) return;
  // Before the files are read: a thread that ends in between finds all of them.
  const isLast = !meeting.presence.isBusy();
  const run = captain ? await wholeRun(meeting.dir) : readRun(meeting.dir);
  const [problem] = run.problems;
  if (problem !== undefined) {
    if (isLast) throw new RunError('receiver', problem);
    return;
  }
  if (!claim(meeting.dir, 'done.json', JSON.stringify({ receivers: run.receivers.length }))) return;
  const stored = await readStored(run, config).catch((error) => {
    say(`pubsub: what was stored can't be read: ${describe(error).message}`);
    return undefined;
  });
  const own = outcomeOf(run, stored);
  const machines = await captain?.conclude(run, own);
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

/** @throws RunError if a file is still missing after a while */
async function wholeRun(dir: string): Promise<Run> {
  for (let waited_ms = 0; ; waited_ms += 100) {
    const run = readRun(dir);
    const [problem] = run.problems;
    if (problem === undefined) return run;
    if (waited_ms >= files_ms) throw new RunError('receiver', problem);
    await sleep(100);
  }
}

/** As metrics of Artillery's, also those that are 0: thresholds (`ensure`) can ask for them. */
function count({ owedBy, ...counts }: Outcome, events: Events): void {
  const names = { outOfOrder: 'out_of_order', expected: 'refused_expected' } as Record<string, string>;
  for (const [name, value] of Object.entries(counts)) {
    events.emit('counter', `pubsub.${names[name] ?? name}`, value);
  }
}
