import type { Contestant, DeliveryRound, Surroundings } from '@meteor-vs-mean/report';
import type { EventLoop } from '@meteor-vs-mean/sampler';
import { decodeLatencies, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { groupsOf, type Run, writeIds } from 'artillery-engine-pubsub';
import { settle } from './account.ts';
import type { Bench, Stage } from './bench.ts';
import type { PlannedDeliveries } from './plan.ts';
import { remarks } from './remarks.ts';
import type { Scenario } from './scenario.ts';
import { type Moment, usageBetween } from './usage.ts';
import { judge } from './validity.ts';
import { differingDocuments, viewInDatabase } from './views.ts';

/** What was read while a round ran. */
export interface Observed {
  failed: string | null;
  from: Moment | null;
  to: Moment | null;
  window_ms: number;
  /** When the last write was due; null if it didn't come to that. */
  written: { at: Moment; window_ms: number } | null;
  drivers: string[];
  eventLoop: EventLoop | null;
  surroundings: Surroundings | null;
}

export interface Evidence {
  bench: Bench;
  stage: Stage;
  planned: PlannedDeliveries;
  scenario: Scenario;
  /** The lists or rooms that were written to, by the number of their group. */
  parents: readonly string[];
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
export async function accountFor(evidence: Evidence): Promise<Accounted> {
  const { bench, stage, planned, scenario, run, observed } = evidence;
  // Without MongoDB nothing is known to be owed: the round is void, but what the clients saw is kept.
  const reads = await readDatabase(evidence).catch(() => null);
  const stored = reads?.stored ?? [];
  const witnesses = reads?.witnesses ?? { checked: 0, differing: 0 };
  const settled = settle({ groups: groupsOf(run), subscribers: run.subscribers }, stored, scenario.window);
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
  const generator = usageBetween(from?.generator ?? null, to?.generator ?? null);
  const writing = writingOf(observed);
  const reasons = judge(
    {
      ...counts,
      generatorFailed: observed.failed ?? run.problems[0] ?? null,
      clients: planned.load.clients,
      disconnects: run.disconnects,
      generatorUtilisation: run.receivers.length > 0 ? run.utilisation : null,
      generatorWaiting: run.waiting,
      generatorStalled: run.receivers.length > 0 ? run.stalled : null,
      generatorCpu: writing?.generator
        ? { used: writing.generator.cpu_ms / writing.window_ms, of: bench.cores.generator.length }
        : null,
      lateness_p99_ms: lateness,
      p50_ms: latency.p50_ms,
      sharedCores: bench.cores.shared,
      transports: [...new Set(run.receivers.flatMap(({ file }) => file.transports))],
      expectedTransport: planned.contestant.transport,
      documentsBefore: stage.documentsBefore,
      surroundings: observed.surroundings,
      appRestarted: stage.appEnded(),
      mongodRestarted: reads === null || reads.restarted,
      timesOutside: run.latencyOutside.below + run.latencyOutside.beyond,
      drivers: observed.drivers,
      expectedDriver: planned.anyDriver ? null : stage.driver,
    },
    bench.options,
  );
  const measured = {
    verdict: reasons.length > 0 ? ('void' as const) : ('valid' as const),
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
    writing,
    app,
    mongod,
    generator,
    generatorUtilisation: run.receivers.length > 0 ? run.utilisation : null,
    generatorWaiting: run.waiting,
    generatorStalled: run.receivers.length > 0 ? run.stalled : null,
    surroundings: observed.surroundings,
    eventLoop: observed.eventLoop,
    appCpu_ms_per_1000: perThousand(app?.cpu_ms),
    mongodCpu_ms_per_1000: perThousand(mongod?.cpu_ms),
  };
  return { ...measured, remarks: remarks(measured) };
}

/** The drain, in which next to nothing is done, would hide how busy it was before. */
function writingOf({ from, written }: Observed): NonNullable<DeliveryRound['writing']> | null {
  if (!from || !written) return null;
  const { at, window_ms } = written;
  return {
    window_ms,
    app: usageBetween(from.app, at.app),
    generator: usageBetween(from.generator, at.generator),
  };
}

type Reading = Pick<Evidence, 'stage' | 'scenario' | 'parents' | 'run'>;

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
  parents,
  run,
}: Reading): Promise<DeliveryRound['witnesses']> {
  const witnesses = Object.entries(run.witnesses);
  let differing = 0;
  for (const [name, view] of witnesses) {
    const watcher = run.subscribers.find(({ receiver, row }) => `${receiver}-${row}` === name);
    const parent = parents[watcher?.group ?? 0] as string;
    const expected = await viewInDatabase(stage.db, scenario, parent);
    if (differingDocuments(expected, view[scenario.collection] ?? view[''] ?? {}).length > 0) differing++;
  }
  return { checked: witnesses.length, differing };
}
