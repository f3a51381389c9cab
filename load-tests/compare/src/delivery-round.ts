import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { rejectOnAbort, watchSurroundings } from '@meteor-vs-mean/bench';
import { encodeLatencies, mergeLatencies } from '@meteor-vs-mean/stats';
import { type Run, readRun, span_ms } from 'artillery-engine-pubsub';
import { type Bench, keepLogs, type Stage, setStage } from './bench.ts';
import { generatorsFor } from './capacity.ts';
import { allCores } from './cores.ts';
import { accountFor, type Observed } from './delivery-account.ts';
import { type Generator, startGenerator, untilStarted } from './generator.ts';
import type { Load, PlannedDeliveries } from './plan.ts';
import { parentsOf, scenarios } from './scenario.ts';
import type { Measured } from './summary.ts';
import { Timeline } from './timeline.ts';
import { sampleMoment, type Watched } from './usage.ts';
import { writersFor } from './writers.ts';

/** CPU is read so long before the drain ends, while the clients are still there: what comes later is lost anyway. */
const leaving_ms = 100;

/** One scenario on one stack, from an empty database and a fresh start of the app. */
export async function runDeliveryRound(
  bench: Bench,
  number: number,
  planned: PlannedDeliveries,
): Promise<Measured> {
  const { options } = bench;
  const { pair, contestant, load, scenario: name } = planned;
  const scenario = scenarios[name];
  const { variant } = contestant;
  const started = new Date().toISOString();
  // Both rounds of a pair have the schedule of one seed.
  const seed = options.seed + pair - 1;
  const parent = `${scenario.parent}-${number}`;
  const parents = parentsOf(scenario, parent, load.clients);
  await using stage = await setStage(bench, number, contestant, (db) => scenario.seed(db, parents, 0));
  await mkdir(stage.out, { recursive: true });
  const generator = await startGenerator({
    scenario: scenario.file,
    environment: contestant.stack,
    target: stage.clientUrl,
    clients: load.clients,
    processes: generatorsFor(bench, contestant.transport, load, parents.length),
    out: stage.out,
    pubsub: {
      transport: contestant.transport,
      compression: variant.compression,
      ...(variant.writer === 'database' ? { database: { url: stage.databaseUrl } } : {}),
    },
    variables: {
      [scenario.parent === 'listId' ? 'list' : 'room']: parent,
      rate: load.rate,
      duration: load.duration_s,
      writers: writersFor(load.rate),
      seed,
      drain: load.drain_s,
      ...(variant.writer === 'database' ? { writer: variant.writer } : {}),
      ...(scenario.groupSize === undefined ? {} : { make: false }),
    },
    log: path.join(bench.work, `${path.basename(stage.out)}.log`),
  });
  try {
    const observed = await observe(bench, stage, generator, number, load);
    const run = readRun(stage.out);
    const round = await accountFor({ bench, stage, planned, scenario, parents, run, observed });
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
        parents: parents.length,
        rate_per_s: load.rate,
        generators: generator.pids.length,
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
  const watched: Watched = { app: app.pid, mongod: mongo.pid, generator: generator.pids };
  const observed: Observed = {
    failed: null,
    from: null,
    to: null,
    window_ms: 0,
    written: null,
    drivers: [],
    eventLoop: null,
    surroundings: null,
  };
  const lookAtDrivers = async () => {
    const found = await (app.probe?.observeDrivers().catch(() => []) ?? []);
    observed.drivers = [...new Set([...observed.drivers, ...found])];
  };
  let fault = Promise.resolve();
  try {
    const t0_ns = await untilStarted(out, generator, signal);
    // Ours are this process with all that it started, and a mongod that was there before. Reading takes some
    // milliseconds of a core: before the first write is due.
    const ours = [process.pid, ...(mongo.pid === undefined ? [] : [mongo.pid])];
    const surroundings = watchSurroundings(ours, allCores(bench.cores));
    // All are subscribed now; at the end some may have left.
    await lookAtDrivers();
    await until(t0_ns, signal);
    await app.probe?.watch();
    observed.from = await sampleMoment(watched);
    fault = bench.onRound?.({ app, generatorPids: generator.pids, t0_ns }) ?? fault;
    fault.catch(() => {}); // awaited below
    using timeline = new Timeline(watched, app.probe, t0_ns);
    const ended = Promise.race([generator.ended, app.exited]).then(() => true);
    const after = (ms: number) => until(t0_ns + BigInt(ms) * 1_000_000n, signal).then(() => false);
    if (!(await Promise.race([after(load.duration_s * 1000), ended]))) {
      const at = await sampleMoment(watched);
      observed.written = { at, window_ms: Number(process.hrtime.bigint() - t0_ns) / 1e6 };
    }
    await Promise.race([after(load.duration_s * 1000 + load.drain_s * 1000 - leaving_ms), ended]);
    observed.to = await sampleMoment(watched);
    observed.surroundings = surroundings.stop();
    observed.window_ms = Number(process.hrtime.bigint() - t0_ns) / 1e6;
    for (const entry of timeline.entries) await bench.folder.appendRoundLine(round, 'timeline.jsonl', entry);
    // An app that has ended can't tell: that is a reason of its own.
    observed.eventLoop = (await app.probe?.watched().catch(() => null)) ?? null;
    await lookAtDrivers();
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

/** The schedule and the histograms go to the results. */
async function keepFiles({ folder }: Bench, round: number, run: Run): Promise<void> {
  if (run.schedule) await folder.writeRoundFile(round, 'schedule.json', JSON.stringify(run.schedule));
  await folder.writeRoundFile(round, 'latency.hdr', encodeLatencies(mergeLatencies([run.latency])));
  await folder.writeRoundFile(round, 'deliveries.json', JSON.stringify({ span_ms, counts: run.spans }));
  if (run.writers) await folder.writeRoundFile(round, 'writers.json', JSON.stringify(run.writers));
}
