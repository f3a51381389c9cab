import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Size } from '@meteor-vs-mean/measure/results';
import { echoRules } from '@meteor-vs-mean/measure/run';
import { encodeLatencies, type Latencies } from '@meteor-vs-mean/stats';
import { readRun } from 'artillery-engine-pubsub';
import type { Context } from '../context/context.ts';
import { pin } from '../context/cores.ts';
import type { PlannedEcho } from '../experiments/plan.ts';
import { startGenerator } from '../generator/generator.ts';
import { type Accounted, accountFor } from './delivery-account.ts';
import { startEcho } from './echo.ts';
import { observe } from './observe.ts';
import { type Profile, readProfile } from './profile.ts';
import { scenarios } from './scenario.ts';
import { writersFor } from './writers.ts';

/** What rounds against the echo need: no database, no stack. */
export type EchoContext = Pick<Context, 'work' | 'files' | 'signal' | 'cores'> & {
  /** Of the schedules, where a round has none of its own. */
  seed: number;
  size: Size;
};

/** What a round against the echo found. */
interface EchoFound {
  /** The event loop is the echo's, while writes went on: the drain would dilute it. */
  round: Accounted;
  latencies: Latencies;
  /** Of the receiving thread, where it was asked for; empty where it wasn't. */
  profile: Profile;
}

/** The environment of the scenario that speaks a transport. */
const environments: Record<string, string> = { socketio: 'mean', ddp: 'meteor', 'ddp-sockjs': 'meteor' };
/** The echo greets a client in no time, and writes begin when all are there. */
const arrivals_per_s = 800;

/** One round of the fan-out scenario as in a comparison, but against the echo, and on no database. */
export async function runEchoRound(
  context: EchoContext,
  number: number,
  { transport, load, isProfiled }: PlannedEcho,
): Promise<EchoFound> {
  const { work, cores, signal, size } = context;
  const out = path.join(work, `echo-${number}`);
  const profiles = path.join(work, `profiles-${number}`);
  await mkdir(out, { recursive: true });
  const echo = await startEcho();
  try {
    if (cores.bound) await pin(echo.pid, cores.app);
    const generator = await startGenerator({
      scenario: scenarios['fan-out'].file,
      environment: environments[transport] ?? transport,
      target: echo.url,
      clients: load.clients,
      arrivals_per_s,
      processes: load.generators,
      out,
      // The echo takes no compression, and views can't be held against a database.
      pubsub: { transport, compression: false, witnesses: 0 },
      variables: {
        list: 'echo',
        rate: load.rate,
        duration: load.duration_s,
        drain: load.drain_s,
        writers: writersFor(load.rate),
        seed: load.seed ?? context.seed,
      },
      log: path.join(work, `echo-${number}.log`),
      ...(isProfiled ? { nodeOptions: `--cpu-prof --cpu-prof-dir=${JSON.stringify(profiles)}` } : {}),
    });
    try {
      const observed = await observe({
        app: echo,
        generator,
        out,
        load,
        cores,
        signal,
        eventLoopOf: 'writing',
      });
      const run = readRun(out);
      const accounted = accountFor(
        {
          run,
          observed,
          // The echo keeps nothing: whatever is scheduled is owed.
          stored: Array.from({ length: run.schedule?.due_us.length ?? 0 }, (_, write) => write),
          mongodEnded: false,
          witnesses: { checked: 0, differing: 0 },
          documentsBefore: 0,
          clients: load.clients,
          transport,
          driver: null,
          cores,
          isLatencyQuoted: true,
          size,
        },
        echoRules,
      );
      await context.files.writeRoundFile(number, 'latency.hdr', encodeLatencies(accounted.latencies));
      return { ...accounted, profile: isProfiled ? await readProfile(profiles, run) : [] };
    } finally {
      await generator.stop();
    }
  } finally {
    await echo.stop();
    await rm(out, { recursive: true, force: true });
    await rm(profiles, { recursive: true, force: true });
  }
}
