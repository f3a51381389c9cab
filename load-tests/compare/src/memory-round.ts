import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { watchSurroundings } from '@meteor-vs-mean/bench';
import type { Contestant, MemoryRound, MemoryStep } from '@meteor-vs-mean/report';
import { type Probe, samplePss, sampleTree } from '@meteor-vs-mean/sampler';
import { readRun } from 'artillery-engine-pubsub';
import { type Bench, keepLogs, type Stage, setStage } from './bench.ts';
import { generatorsFor } from './capacity.ts';
import { allCores } from './cores.ts';
import { type Generator, startGenerator, untilStarted } from './generator.ts';
import type { PlannedMemory } from './plan.ts';
import { type Scenario, scenarios } from './scenario.ts';
import type { Measured } from './summary.ts';
import { judge } from './validity.ts';

/** The clients of a memory round only hold: there is no write to account for. */
const nothingWritten = {
  scheduled: 0,
  sent: 0,
  acknowledged: 0,
  refused: 0,
  stored: 0,
  timesOutside: 0,
  generatorUtilisation: null,
  generatorWaiting: null,
  generatorStalled: null,
  generatorCpu: null,
  lateness_p99_ms: null,
  p50_ms: null,
  sharedCores: true,
} as const;

/** Some clients of one step: an Artillery of their own, which holds them until it is released. */
interface Crowd {
  generator: Generator;
  out: string;
  clients: number;
}

/**
 * One start of an app: clients are added step by step, each subscribed to a list of `documents` documents. At each
 * step garbage is collected until the live heap stands still; then the heap is read from inside, and memory from
 * outside. A line through the steps tells the cost of a client from the cost of the empty app.
 */
export async function runMemoryRound(
  bench: Bench,
  number: number,
  { pair, contestant, documents, steps: clientsAtSteps, idle_s, scenario: name }: PlannedMemory,
): Promise<Measured> {
  const { signal } = bench;
  const scenario = scenarios[name];
  const started = new Date().toISOString();
  const list = `list-${number}`;
  await using stage = await setStage(bench, number, contestant, (db) => scenario.seed(db, [list], documents));
  const surroundings = watchSurroundings([process.pid], allCores(bench.cores));
  const crowds: Crowd[] = [];
  const steps: MemoryStep[] = [];
  let drivers: string[] = [];
  let failed: string | null = null;
  let databaseLost = false;
  try {
    for (const clients of clientsAtSteps) {
      const missing = clients - crowds.reduce((sum, crowd) => sum + crowd.clients, 0);
      if (missing > 0) {
        const crowd = await gather(bench, stage, {
          scenario,
          contestant,
          list,
          clients: missing,
          index: crowds.length,
        });
        crowds.push(crowd);
      }
      steps.push(await weigh(bench, stage, clients, idle_s));
    }
    drivers = [...new Set(await (stage.app.probe as Probe).observeDrivers())];
    const found = await stage.db.collection(scenario.collection).countDocuments({ [scenario.parent]: list });
    if (found !== documents) failed = `the list holds ${found} documents instead of ${documents}`;
    databaseLost = await stage.mongodRestarted();
  } catch (error) {
    signal.throwIfAborted();
    failed = (error as Error).message;
    databaseLost = await stage.mongodRestarted().catch(() => true);
  } finally {
    await Promise.all(crowds.map((crowd) => release(crowd)));
  }
  const receivers = crowds.flatMap(({ out }) => readRun(out).receivers.map(({ file }) => file));
  const reasons = judge(
    {
      ...nothingWritten,
      generatorFailed: failed,
      clients: clientsAtSteps.at(-1) ?? 0,
      subscribers: receivers.reduce((sum, { subscribers }) => sum + subscribers.length, 0),
      disconnects: receivers.reduce((sum, { disconnects }) => sum + disconnects, 0),
      appRestarted: stage.appEnded(),
      mongodRestarted: databaseLost,
      drivers,
      expectedDriver: stage.driver,
      transports: [...new Set(receivers.flatMap(({ transports }) => transports))],
      expectedTransport: contestant.transport,
      documentsBefore: stage.documentsBefore,
      // Memory doesn't grow with what else the machine does; what swaps it out would change it.
      surroundings: { ...surroundings.stop(), others: null, stolen: null, limited: null, hot: null },
    },
    bench.options,
  );
  if (reasons.length > 0) await keepLogs(bench, number, ...crowds.map(({ out }) => out));
  const round: MemoryRound = {
    kind: 'memory',
    round: number,
    pair,
    ...contestant,
    scenario: scenario.name,
    verdict: reasons.length > 0 ? 'void' : 'valid',
    reasons,
    remarks: [],
    started,
    drivers,
    extensions: [...new Set(receivers.flatMap(({ extensions }) => extensions))].join(', '),
    documents,
    steps,
  };
  return { round };
}

interface Invitation {
  scenario: Scenario;
  contestant: Contestant;
  list: string;
  clients: number;
  index: number;
}

/** Brings so many clients more, and returns when all of them have their snapshots. */
async function gather(bench: Bench, stage: Stage, invitation: Invitation): Promise<Crowd> {
  const { scenario, contestant, list, clients, index } = invitation;
  const out = `${stage.out}-${index}`;
  await mkdir(out, { recursive: true });
  const generator = await startGenerator({
    scenario: scenario.file,
    environment: contestant.stack,
    target: stage.clientUrl,
    clients,
    processes: generatorsFor(bench, contestant.transport, { clients, rate: 0 }),
    out,
    pubsub: { transport: contestant.transport, compression: contestant.variant.compression },
    // The documents are there already; the clients stay until they are released.
    variables: { list, docs: 0, hold: 3600 },
    log: path.join(bench.work, `${path.basename(out)}.log`),
  });
  const crowd = { generator, out, clients };
  try {
    await untilStarted(out, generator, bench.signal);
  } catch (error) {
    await generator.stop();
    throw error;
  }
  return crowd;
}

async function weigh(bench: Bench, { app }: Stage, clients: number, idle_s: number): Promise<MemoryStep> {
  const probe = app.probe as Probe;
  const inside = await probe.collect();
  const outside = await sampleTree(app.pid);
  const mongod = bench.mongo.pid === undefined ? null : await sampleTree(bench.mongo.pid).catch(() => null);
  return {
    clients,
    rss_bytes: outside.rss_bytes,
    pss_bytes: await samplePss(app.pid),
    heap_bytes: inside.heapUsed_bytes + inside.external_bytes,
    mongodRss_bytes: mongod?.rss_bytes ?? null,
    idleCpu_ms_per_s: await idleCpu(probe, idle_s, bench.signal),
  };
}

/** CPU of the app while its clients only hold, read from inside: outside it comes in steps of 10 ms. */
async function idleCpu(probe: Probe, idle_s: number, signal: AbortSignal): Promise<number | null> {
  if (idle_s === 0) return null;
  const { cpu_ms: before } = await probe.sample();
  const from = performance.now();
  await wait(idle_s * 1000, undefined, { signal });
  const { cpu_ms: after } = await probe.sample();
  return (1000 * (after - before)) / (performance.now() - from);
}

async function release({ generator, out }: Crowd): Promise<void> {
  await writeFile(path.join(out, 'release'), '');
  const stopped = await Promise.race([generator.ended.then(() => true), wait(15_000, false, { ref: false })]);
  if (!stopped) await generator.stop();
}
