import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { MemoryRound, MemoryStep } from '@meteor-vs-mean/report';
import { type Probe, samplePss, sampleTree } from '@meteor-vs-mean/sampler';
import { fitLine, type Point } from '@meteor-vs-mean/stats';
import { readRun } from 'artillery-engine-pubsub';
import { type Bench, keepLogs, type Stage, setStage } from './bench.ts';
import { type Generator, startGenerator, untilStarted } from './generator.ts';
import type { PlannedRound } from './plan.ts';
import type { Scenario } from './scenario.ts';
import type { Measured } from './summary.ts';
import { judge } from './validity.ts';

/** Clients that arrive together; more at a time only queue before the app. */
const arrivals_per_s = 100;
/** How long all clients of a step may take. */
const readyTimeout_s = 60;

/** The clients of a memory round only hold: there is no write to account for. */
const nothingWritten = {
  scheduled: 0,
  sent: 0,
  acknowledged: 0,
  refused: 0,
  stored: 0,
  timesOutside: 0,
  generatorUtilisation: null,
  lateness_p99_ms: null,
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
  { pair, contestant }: PlannedRound,
  scenario: Scenario,
  documents: number,
): Promise<Measured> {
  const { options, signal } = bench;
  const started = new Date().toISOString();
  const list = `list-${number}`;
  await using stage = await setStage(bench, number, contestant, (db) => scenario.seed(db, list, documents));
  const crowds: Crowd[] = [];
  const steps: MemoryStep[] = [];
  let drivers: string[] = [];
  let failed: string | null = null;
  let databaseLost = false;
  try {
    for (const clients of options.steps) {
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
      steps.push(await weigh(bench, stage, clients));
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
  const reasons = judge({
    ...nothingWritten,
    generatorFailed: failed,
    clients: options.steps.at(-1) ?? 0,
    subscribers: receivers.reduce((sum, { subscribers }) => sum + subscribers.length, 0),
    disconnects: receivers.reduce((sum, { disconnects }) => sum + disconnects, 0),
    appRestarted: stage.appEnded(),
    mongodRestarted: databaseLost,
    drivers,
    expectedDriver: stage.driver,
  });
  if (reasons.length > 0) await keepLogs(bench, number, ...crowds.map(({ out }) => out));
  const line = (of: (step: MemoryStep) => number) =>
    reasons.length > 0 ? null : fitLine(steps.map((step): Point => [step.clients, of(step)]));
  const round: MemoryRound = {
    kind: 'memory',
    round: number,
    pair,
    ...contestant,
    scenario: scenario.name,
    writer: 'app',
    verdict: reasons.length > 0 ? 'void' : 'valid',
    reasons,
    started,
    drivers,
    extensions: [...new Set(receivers.flatMap(({ extensions }) => extensions))].join(', '),
    documents,
    steps,
    rss: line((step) => step.rss_bytes),
    heap: line((step) => step.heap_bytes),
  };
  return { round };
}

interface Invitation {
  scenario: Scenario;
  contestant: { stack: string; transport: string };
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
    config: {
      target: stage.app.url,
      phases: [{ duration: Math.max(1, Math.ceil(clients / arrivals_per_s)), arrivalCount: clients }],
      engines: {
        pubsub: { transport: contestant.transport, subscribers: clients, out, readyTimeout: readyTimeout_s },
      },
      // The documents are there already; the clients stay until they are released.
      variables: { list, docs: 0, hold: 3600 },
    },
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

async function weigh(bench: Bench, { app }: Stage, clients: number): Promise<MemoryStep> {
  const inside = await (app.probe as Probe).collect();
  const outside = await sampleTree(app.pid);
  const mongod = bench.mongo.pid === undefined ? null : await sampleTree(bench.mongo.pid).catch(() => null);
  return {
    clients,
    rss_bytes: outside.rss_bytes,
    pss_bytes: await samplePss(app.pid),
    heap_bytes: inside.heapUsed_bytes + inside.external_bytes,
    mongodRss_bytes: mongod?.rss_bytes ?? null,
  };
}

async function release({ generator, out }: Crowd): Promise<void> {
  await writeFile(path.join(out, 'release'), '');
  const stopped = await Promise.race([generator.ended.then(() => true), wait(15_000, false, { ref: false })]);
  if (!stopped) await generator.stop();
}
