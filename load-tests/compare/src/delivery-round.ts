import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Contestant, DeliveryRound } from '@meteor-vs-mean/report';
import type { EventLoop } from '@meteor-vs-mean/sampler';
import { decodeLatencies, encodeLatencies, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { type Run, readRun, writeIds } from 'artillery-engine-pubsub';
import { rejectOnAbort } from './abort.ts';
import { settle } from './account.ts';
import { type Bench, keepLogs, type Stage, setStage } from './bench.ts';
import { type Generator, startGenerator, untilStarted } from './generator.ts';
import type { Load, PlannedDeliveries } from './plan.ts';
import { type Scenario, scenarios } from './scenario.ts';
import type { Measured } from './summary.ts';
import { Timeline } from './timeline.ts';
import { type Moment, sampleMoment, usageBetween, type Watched } from './usage.ts';
import { judge } from './validity.ts';
import { differingDocuments, viewInDatabase } from './views.ts';
import { writersFor } from './writers.ts';

/** Clients that arrive in a second; more at a time only queue before the app. */
const arrivals_per_s = 100;
const readyTimeout_s = 60;
/** CPU is read so long before the drain ends, while the clients are still there: what comes later is lost anyway. */
const leaving_ms = 100;

/** What was read while a round ran. */
interface Observed {
  failed: string | null;
  from: Moment | null;
  to: Moment | null;
  window_ms: number;
  drivers: string[];
  eventLoop: EventLoop | null;
}

/** One scenario on one stack, from an empty database and a fresh start of the app. */
export async function runDeliveryRound(
  bench: Bench,
  number: number,
  { pair, contestant, load, scenario: name }: PlannedDeliveries,
): Promise<Measured> {
  const { options } = bench;
  const scenario = scenarios[name];
  const { variant } = contestant;
  const started = new Date().toISOString();
  // Both rounds of a pair have the schedule of one seed.
  const seed = options.seed + pair - 1;
  const parent = `${scenario.parent}-${number}`;
  await using stage = await setStage(bench, number, contestant, (db) => scenario.seed(db, parent, 0));
  await mkdir(stage.out, { recursive: true });
  const generator = await startGenerator({
    scenario: scenario.file,
    environment: contestant.stack,
    config: {
      target: stage.clientUrl,
      phases: [{ duration: Math.ceil(load.clients / arrivals_per_s), arrivalCount: load.clients }],
      engines: {
        pubsub: {
          transport: contestant.transport,
          subscribers: load.clients,
          readyTimeout: readyTimeout_s,
          out: stage.out,
          compression: variant.compression,
          ...(variant.writer === 'database' ? { database: { url: stage.databaseUrl } } : {}),
        },
      },
      variables: {
        [scenario.parent === 'listId' ? 'list' : 'room']: parent,
        rate: load.rate,
        duration: load.duration_s,
        writers: writersFor(load.rate),
        seed,
        drain: load.drain_s,
        ...(variant.writer === 'database' ? { writer: variant.writer } : {}),
      },
    },
    log: path.join(bench.work, `${path.basename(stage.out)}.log`),
  });
  try {
    const observed = await observe(bench, stage, generator, number, load);
    const run = readRun(stage.out);
    const round = await account({ stage, scenario, load, parent, run, observed });
    await keepFiles(bench, number, run);
    if (round.verdict === 'void') await keepLogs(bench, number, stage.out);
    return {
      round: {
        kind: 'deliveries',
        round: number,
        pair,
        ...contestant,
        scenario: scenario.name,
        started,
        seed,
        parents: 1,
        rate_per_s: load.rate,
        generators: 1,
        drain_ms: load.drain_s * 1000,
        ...round,
      },
      latencies: mergeLatencies([run.latency]),
    };
  } finally {
    await generator.stop();
  }
}

/** Samples the processes from the first write to the end of what it causes. */
async function observe(
  bench: Bench,
  { app, out }: Stage,
  generator: Generator,
  round: number,
  load: Load,
): Promise<Observed> {
  const { signal, mongo } = bench;
  const watched: Watched = { app: app.pid, mongod: mongo.pid, generator: generator.pid };
  const observed: Observed = {
    failed: null,
    from: null,
    to: null,
    window_ms: 0,
    drivers: [],
    eventLoop: null,
  };
  let fault = Promise.resolve();
  try {
    const t0_ns = await untilStarted(out, generator, signal);
    await until(t0_ns, signal);
    await app.probe?.watch();
    observed.from = await sampleMoment(watched);
    fault = bench.onRound?.({ app, generatorPids: [generator.pid], t0_ns }) ?? fault;
    fault.catch(() => {}); // awaited below
    using timeline = new Timeline(watched, app.probe, t0_ns);
    const over_ns = t0_ns + BigInt(load.duration_s * 1000 + load.drain_s * 1000 - leaving_ms) * 1_000_000n;
    await Promise.race([until(over_ns, signal), generator.ended, app.exited]);
    observed.to = await sampleMoment(watched);
    observed.window_ms = Number(process.hrtime.bigint() - t0_ns) / 1e6;
    for (const entry of timeline.entries) await bench.folder.appendRoundLine(round, 'timeline.jsonl', entry);
    // An app that has ended can't tell: that is a reason of its own.
    observed.eventLoop = (await app.probe?.watched().catch(() => null)) ?? null;
    observed.drivers = [...new Set(await (app.probe?.observeDrivers().catch(() => []) ?? []))];
  } catch (error) {
    signal.throwIfAborted();
    observed.failed = (error as Error).message;
  }
  const { failed } = await Promise.race([generator.ended, rejectOnAbort(signal)]);
  await fault;
  observed.failed ??= failed;
  return observed;
}

/** @param moment_ns on the clock of process.hrtime.bigint() */
async function until(moment_ns: bigint, signal: AbortSignal): Promise<void> {
  await wait(Math.max(0, Number(moment_ns - process.hrtime.bigint()) / 1e6), undefined, { signal });
}

interface Evidence {
  stage: Stage;
  scenario: Scenario;
  load: Load;
  /** The list or room that was written to. */
  parent: string;
  run: Run;
  observed: Observed;
}

type Accounted = Omit<
  DeliveryRound,
  | 'kind'
  | 'round'
  | 'pair'
  | keyof Contestant
  | 'scenario'
  | 'started'
  | 'seed'
  | 'parents'
  | 'rate_per_s'
  | 'generators'
  | 'drain_ms'
>;

/** Holds what came against what MongoDB holds, and judges the round. */
async function account({ stage, scenario, load, parent, run, observed }: Evidence): Promise<Accounted> {
  // Without MongoDB nothing is known to be owed: the round is void, but what the clients saw is kept.
  const reads = await readDatabase({ stage, scenario, parent, run }).catch(() => null);
  const stored = reads?.stored ?? [];
  const witnesses = reads?.witnesses ?? { checked: 0, differing: 0 };
  const rows = run.subscribers.map(({ bits }) => bits);
  const settled = settle({ writes: run.schedule?.due_us.length ?? 0, rows }, stored, scenario.window);
  const from = observed.from;
  const to = observed.to;
  const app = usageBetween(from?.app ?? null, to?.app ?? null);
  const mongod = usageBetween(from?.mongod ?? null, to?.mongod ?? null);
  const perThousand = (cpu_ms: number | undefined) =>
    cpu_ms === undefined || settled.delivered === 0 ? null : (1000 * cpu_ms) / settled.delivered;
  const latency = percentiles(mergeLatencies([run.latency]), settled.lost);
  const writers = run.writers;
  const lateness = writers ? percentiles(decodeLatencies(writers.lateness), 0).p99_ms : null;
  const counts = {
    subscribers: run.subscribers.length,
    scheduled: run.schedule?.due_us.length ?? 0,
    sent: writers?.sent ?? 0,
    acknowledged: writers?.acknowledged ?? 0,
    refused: writers?.refused ?? 0,
    stored: stored.length,
  };
  const reasons = judge({
    ...counts,
    generatorFailed: observed.failed ?? run.problems[0] ?? null,
    clients: load.clients,
    disconnects: run.disconnects,
    generatorUtilisation: run.receivers.length > 0 ? run.utilisation : null,
    lateness_p99_ms: lateness,
    appRestarted: stage.appEnded(),
    mongodRestarted: reads === null || reads.restarted,
    timesOutside: run.latencyOutside.below + run.latencyOutside.beyond,
    drivers: observed.drivers,
    expectedDriver: stage.driver,
  });
  return {
    verdict: reasons.length > 0 ? 'void' : 'valid',
    reasons,
    drivers: observed.drivers,
    extensions: [...new Set(run.receivers.flatMap(({ file }) => file.extensions))].join(', '),
    ...counts,
    ...settled,
    // The engine counts ids outside the schedule; `settled` those of the schedule that MongoDB doesn't hold.
    unexpected: settled.unexpected + run.unexpected,
    duplicated: run.duplicated,
    reordered: run.reordered,
    removed: run.removed,
    ...latency,
    lateness_p99_ms: lateness,
    acknowledgement_p50_ms: writers ? percentiles(decodeLatencies(writers.acknowledgement), 0).p50_ms : null,
    witnesses,
    window_ms: observed.window_ms,
    app,
    mongod,
    generator: usageBetween(from?.generator ?? null, to?.generator ?? null),
    generatorUtilisation: run.receivers.length > 0 ? run.utilisation : null,
    eventLoop: observed.eventLoop,
    appCpu_ms_per_1000: perThousand(app?.cpu_ms),
    mongodCpu_ms_per_1000: perThousand(mongod?.cpu_ms),
  };
}

type Reading = Pick<Evidence, 'stage' | 'scenario' | 'parent' | 'run'>;

/** @throws if MongoDB doesn't answer */
async function readDatabase(
  reading: Reading,
): Promise<{ stored: number[]; witnesses: DeliveryRound['witnesses']; restarted: boolean }> {
  const { stage, scenario, run } = reading;
  return {
    restarted: await stage.mongodRestarted(),
    stored: await storedWrites(stage, scenario, run),
    witnesses: await checkWitnesses(reading),
  };
}

/** Numbers of the writes that MongoDB holds, read over the bench's own connection. */
async function storedWrites({ db }: Stage, { collection }: Scenario, run: Run): Promise<number[]> {
  const ids = writeIds(run);
  const documents = db.collection<{ _id: string }>(collection).find({}, { projection: { _id: 1 } });
  const numbers: number[] = [];
  for await (const { _id } of documents) {
    const number = ids.indexOf(_id);
    if (number !== -1) numbers.push(number);
  }
  return numbers;
}

async function checkWitnesses({
  stage,
  scenario,
  parent,
  run,
}: Reading): Promise<DeliveryRound['witnesses']> {
  const expected = await viewInDatabase(stage.db, scenario, parent);
  const views = Object.values(run.witnesses).map((view) => view[scenario.collection] ?? view[''] ?? {});
  const differing = views.filter((view) => differingDocuments(expected, view).length > 0);
  return { checked: views.length, differing: differing.length };
}

/** The schedule and the histograms go to the results. */
async function keepFiles({ folder }: Bench, round: number, run: Run): Promise<void> {
  if (run.schedule) await folder.writeRoundFile(round, 'schedule.json', JSON.stringify(run.schedule));
  await folder.writeRoundFile(round, 'latency.hdr', encodeLatencies(mergeLatencies([run.latency])));
  if (run.writers) await folder.writeRoundFile(round, 'writers.json', JSON.stringify(run.writers));
}
