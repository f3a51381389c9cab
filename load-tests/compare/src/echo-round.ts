import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeRules, rejectOnAbort, watchSurroundings } from '@meteor-vs-mean/bench';
import type { Reason, SelfTrial, Surroundings } from '@meteor-vs-mean/report';
import { decodeLatencies, type Latencies, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { groupsOf, type Run, readRun } from 'artillery-engine-pubsub';
import { settle } from './account.ts';
import type { Bench } from './bench.ts';
import { allCores, pin } from './cores.ts';
import { type Echo, startEcho } from './echo.ts';
import { startGenerator, untilStarted } from './generator.ts';
import type { Load } from './plan.ts';
import { type CpuProfile, summariseProfile } from './profile.ts';
import { scenarios } from './scenario.ts';
import { sampleMoment, usageBetween } from './usage.ts';
import { judge } from './validity.ts';
import { writersFor } from './writers.ts';

/** What rounds against the echo need of a bench: no database, no stack. */
export type EchoBench = Pick<Bench, 'work' | 'progress' | 'signal' | 'cores'> & {
  seed: number;
  toy?: boolean;
};

/** What a round against the echo is asked to do. */
export interface EchoLoad extends Load {
  generators: number;
  /** Of the schedule; default: the bench's. */
  seed?: number;
}

export interface EchoRound {
  trial: SelfTrial;
  /** What its percentiles are made of, to be merged with that of others at the same load. */
  samples: EchoSamples;
  /** Of the receiving thread, where it was asked for: shares of its CPU. */
  profile: { what: string; share: number }[];
}

export interface EchoSamples {
  writes: number;
  latencies: Latencies;
  lost: number;
}

/** The environment of the scenario that speaks a transport. */
const environments: Record<string, string> = { socketio: 'mean', ddp: 'meteor', 'ddp-sockjs': 'meteor' };
/** The echo greets a client in no time, and writes begin when all are there. */
const arrivals_per_s = 800;
const leaving_ms = 100;

/** One round of the fan-out scenario as in a comparison, but against the echo, and on no database. */
export async function runEchoRound(
  bench: EchoBench,
  number: number,
  transport: string,
  load: EchoLoad,
  isProfiled = false,
): Promise<EchoRound> {
  const { work, cores } = bench;
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
        seed: load.seed ?? bench.seed,
      },
      log: path.join(work, `echo-${number}.log`),
      ...(isProfiled ? { nodeOptions: `--cpu-prof --cpu-prof-dir=${JSON.stringify(profiles)}` } : {}),
    });
    try {
      const watched = { app: echo.pid, mongod: undefined, generator: generator.pids };
      const observed = await observe(bench, echo, out, generator, watched, load);
      const run = readRun(out);
      const profile = isProfiled ? await readProfile(profiles, run) : [];
      return { ...account(bench, transport, load, run, observed), profile };
    } finally {
      await generator.stop();
    }
  } finally {
    await echo.stop();
    await rm(out, { recursive: true, force: true });
    await rm(profiles, { recursive: true, force: true });
  }
}

interface Observed {
  failed: string | null;
  generatorCpu: { used: number; of: number } | null;
  echoUtilisation: number | null;
  echoEnded: boolean;
  surroundings: Surroundings | null;
}

async function observe(
  { signal, cores }: EchoBench,
  echo: Echo,
  out: string,
  generator: Awaited<ReturnType<typeof startGenerator>>,
  watched: Parameters<typeof sampleMoment>[0],
  load: Load,
): Promise<Observed> {
  const observed: Observed = {
    failed: null,
    generatorCpu: null,
    echoUtilisation: null,
    echoEnded: false,
    surroundings: null,
  };
  void echo.exited.then(() => {
    observed.echoEnded = true;
  });
  try {
    const t0_ns = await untilStarted(out, generator, signal);
    const until = (time_ms: number) =>
      wait(Math.max(0, time_ms - Number(process.hrtime.bigint() - t0_ns) / 1e6), undefined, { signal });
    await until(0);
    await echo.probe.watch();
    const surroundings = watchSurroundings([process.pid], allCores(cores));
    const from = await sampleMoment(watched);
    // What is busy is asked for the time of the writes: the drain would dilute it.
    await Promise.race([until(load.duration_s * 1000), generator.ended, echo.exited]);
    const usage = usageBetween(from.generator, (await sampleMoment(watched)).generator);
    const writing_ms = Number(process.hrtime.bigint() - t0_ns) / 1e6;
    observed.generatorCpu = usage && { used: usage.cpu_ms / writing_ms, of: cores.generator.length };
    observed.echoUtilisation = (await echo.probe.watched().catch(() => null))?.utilisation ?? null;
    await Promise.race([
      until((load.duration_s + load.drain_s) * 1000 - leaving_ms),
      generator.ended,
      echo.exited,
    ]);
    observed.surroundings = surroundings.stop();
  } catch (error) {
    signal.throwIfAborted();
    observed.failed = (error as Error).message;
  }
  const { failed } = await Promise.race([generator.ended, rejectOnAbort(signal)]);
  observed.failed ??= failed;
  return observed;
}

/** What the echo acknowledged counts as stored. */
function account(
  { cores, toy = false }: EchoBench,
  transport: string,
  load: EchoLoad,
  run: Run,
  observed: Observed,
): Pick<EchoRound, 'trial' | 'samples'> {
  const scheduled = run.schedule?.due_us.length ?? 0;
  const { sent = 0, acknowledged = 0, refused = 0 } = run.writers ?? {};
  const settled = settle(
    { groups: groupsOf(run), subscribers: run.subscribers },
    Array.from({ length: scheduled }, (_, k) => k),
  );
  const samples = { writes: scheduled, latencies: mergeLatencies([run.latency]), lost: settled.lost };
  const latency = percentiles(samples.latencies, settled.lost);
  const utilisation = run.receivers.length > 0 ? run.utilisation : null;
  const reasons: Reason[] = judge(
    {
      generatorFailed: observed.failed ?? run.problems[0] ?? null,
      clients: load.clients,
      subscribers: run.subscribers.length,
      ...{ scheduled, sent, acknowledged, refused, stored: acknowledged },
      disconnects: run.disconnects,
      generatorUtilisation: utilisation,
      generatorWaiting: run.waiting,
      generatorStalled: run.receivers.length > 0 ? run.stalled : null,
      generatorCpu: observed.generatorCpu,
      lateness_p99_ms: run.writers ? percentiles(decodeLatencies(run.writers.lateness), 0).p99_ms : null,
      p50_ms: latency.p50_ms,
      sharedCores: cores.shared,
      transports: [...new Set(run.receivers.flatMap(({ file }) => file.transports))],
      expectedTransport: transport,
      documentsBefore: 0,
      surroundings: observed.surroundings,
      appRestarted: observed.echoEnded,
      mongodRestarted: false,
      timesOutside: run.latencyOutside.below + run.latencyOutside.beyond,
      drivers: [],
      expectedDriver: null,
    },
    { toy },
  );
  const { reasons: own, rule } = makeRules();
  // An app may lose what it likes; the echo sends everything at once.
  rule(
    settled.lost > 0 && reasons.length === 0,
    'deliveries-lost',
    'every delivery of the echo comes before the drain is over',
    `${settled.lost} of ${settled.expected} did not`,
    'It was more than echo and generator can take here',
  );
  reasons.push(...own);
  const trial: SelfTrial = {
    subscribers: load.clients,
    writes_per_s: load.rate,
    deliveries_per_s: settled.expected / load.duration_s,
    generators: load.generators,
    p50_ms: latency.p50_ms,
    p99_ms: latency.p99_ms,
    utilisation,
    echoUtilisation: observed.echoUtilisation,
    verdict: reasons.length > 0 ? 'void' : 'valid',
    reasons,
  };
  return { trial, samples };
}

/** Of the receiver, while writes went on: Node names profiles by process and thread, as the engine does its files. */
async function readProfile(folder: string, run: Run): Promise<EchoRound['profile']> {
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
