import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Audience,
  audienceOf,
  type Measured,
  type MemoryRound,
  type MemoryStep,
} from '@meteor-vs-mean/measure/results';
import { judge, memoryRules, verdictOf } from '@meteor-vs-mean/measure/run';
import { parentsOf, scenarios } from '@meteor-vs-mean/scenarios';
import { liveHeap_bytes, type Probe, samplePss, sampleTree } from '@meteor-vs-mean/testbed/sampler';
import { readRun } from 'artillery-engine-pubsub';
import { environmentOf } from '../contestants/environments.ts';
import { type Context, keepLogs, type Subject, startSubject } from '../context/context.ts';
import type { PlannedMemory } from '../experiments/planned-round.ts';
import { generatorsFor } from '../generator/capacity.ts';
import { type Generator, startGenerator, untilStarted } from '../generator/generator.ts';
import { negotiated, whyGivenUp } from './delivery-account.ts';
import { watchOthers } from './surroundings.ts';

/** Clients that came at one step: an Artillery of their own, which holds them until it is released. */
interface HeldClients {
  generator: Generator;
  out: string;
  clients: number;
}

/**
 * One start of an app: clients are added step by step, each subscribed to a list of `documents` documents, which it
 * shares as the audience says. At each step garbage is collected until the live heap stops shrinking; then the heap is
 * read from inside, and memory from outside. A line through the steps tells the cost of a client from the cost of the
 * empty app.
 */
export async function runMemoryRound(
  context: Context,
  number: number,
  planned: PlannedMemory,
): Promise<Measured> {
  const { signal } = context;
  const { pair, contestant, documents, steps: clientsAtSteps, idle_s } = planned;
  const scenario = scenarios[planned.scenario];
  const started = new Date().toISOString();
  const held: HeldClients[] = [];
  const arrivals = arrivalsAt(clientsAtSteps, audienceOf(contestant), `list-${number}`);
  const parents = [...new Set(arrivals.flatMap((arrival) => arrival.parents))];
  await using subject = await startSubject(context, number, contestant, (db) =>
    scenario.seed(db, parents, documents),
  );
  const surroundings = watchOthers(context.testbed.mongo.pid, context.cores);
  /** The folders of all generators, also of one that could not gather its clients. */
  const outs: string[] = [];
  const steps: MemoryStep[] = [];
  let drivers: string[] = [];
  let failed: string | null = null;
  let databaseLost = false;
  try {
    for (const { step, clients, list } of arrivals) {
      if (clients > 0) {
        const out = `${subject.out}-${outs.length}`;
        outs.push(out);
        held.push(await gather(context, subject, planned, { list, clients, out }));
      }
      steps.push(await weigh(context, subject, step, idle_s));
    }
    drivers = [...new Set(await (subject.app.probe as Probe).observeDrivers())];
    const found = await subject.db
      .collection(scenario.collection)
      .countDocuments({ [scenario.parent]: { $in: parents } });
    const expected = documents * parents.length;
    if (found !== expected) failed = `the lists hold ${found} documents instead of ${expected}`;
    databaseLost = await subject.mongodRestarted();
  } catch (error) {
    signal.throwIfAborted();
    failed = (error as Error).message;
    databaseLost = await subject.mongodRestarted().catch(() => true);
  } finally {
    await Promise.all(held.map(release));
  }
  const runs = outs.map(readRun);
  const receivers = runs.flatMap((run) => run.receivers.map(({ file }) => file));
  const { transports, extensions } = negotiated(receivers);
  const reasons = judge(
    memoryRules,
    {
      ...whyGivenUp(failed, runs),
      clients: clientsAtSteps.at(-1) ?? 0,
      subscribers: receivers.reduce((sum, { subscribers }) => sum + subscribers.length, 0),
      disconnects: receivers.reduce((sum, { disconnects }) => sum + disconnects, 0),
      appEnded: subject.appEnded(),
      mongodEnded: databaseLost,
      drivers,
      expectedDriver: subject.driver(scenario.window !== undefined),
      transports,
      expectedTransport: contestant.transport,
      documentsBefore: subject.documentsBefore,
      surroundings: surroundings.stop(),
    },
    context.options,
  );
  if (reasons.length > 0) await keepLogs(context, number, ...outs);
  const round: MemoryRound = {
    kind: 'memory',
    round: number,
    pair,
    load: planned.scenario,
    contestant: contestant.key,
    verdict: verdictOf(reasons),
    reasons,
    remarks: [],
    started,
    drivers,
    extensions,
    surroundings: null,
    documents,
    steps,
  };
  return { round };
}

/** The clients that come at one step. */
interface Arrival {
  /** How many there are then. */
  step: number;
  /** How many of them are new. */
  clients: number;
  /** Begins the ids of their lists. */
  list: string;
  parents: string[];
}

/** All share one list, or those that come at a step have lists that nobody had before. */
function arrivalsAt(steps: readonly number[], audience: Audience, list: string): Arrival[] {
  return steps.map((step, index) => {
    const clients = step - (steps[index - 1] ?? 0);
    const own = audience === 'one' ? list : `${list}-${index}`;
    return { step, clients, list: own, parents: parentsOf(audience, own, clients) };
  });
}

/**
 * Brings so many clients more, and returns when all of them have their snapshots.
 * @param list begins the ids of their lists
 * @param out the folder for the generator's files
 */
async function gather(
  context: Context,
  subject: Subject,
  { contestant, scenario }: PlannedMemory,
  { list, clients, out }: { list: string; clients: number; out: string },
): Promise<HeldClients> {
  await mkdir(out, { recursive: true });
  const generator = await startGenerator({
    scenario: scenarios[scenario].file,
    environment: environmentOf(contestant.stack, contestant.transport),
    target: subject.clientUrl,
    clients,
    processes: generatorsFor(context, { clients, rate: 0 }),
    out,
    pubsub: {
      transport: contestant.transport,
      audience: audienceOf(contestant),
      compression: contestant.variant.compression,
    },
    // The documents are there already; the clients stay until they are released.
    variables: { list, make: false, hold: 3600 },
    log: path.join(context.work, `${path.basename(out)}.log`),
  });
  try {
    await untilStarted(out, generator, context.signal);
  } catch (error) {
    await generator.stop();
    throw error;
  }
  return { generator, out, clients };
}

async function weigh(
  context: Context,
  { app }: Subject,
  clients: number,
  idle_s: number,
): Promise<MemoryStep> {
  const probe = app.probe as Probe;
  const inside = await probe.collect();
  const outside = await sampleTree(app.pid);
  const mongod =
    context.testbed.mongo.pid === undefined
      ? null
      : await sampleTree(context.testbed.mongo.pid).catch(() => null);
  return {
    clients,
    rss_bytes: outside.rss_bytes,
    pss_bytes: await samplePss(app.pid),
    heap_bytes: liveHeap_bytes(inside),
    mongodRss_bytes: mongod?.rss_bytes ?? null,
    idleCpu_ms_per_s: await idleCpu(probe, idle_s, context.signal),
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

async function release({ generator, out }: HeldClients): Promise<void> {
  await writeFile(path.join(out, 'release'), '');
  const stopped = await Promise.race([generator.ended.then(() => true), wait(15_000, false, { ref: false })]);
  if (!stopped) await generator.stop();
}
