import type { DeliveryRound, Size } from '@meteor-vs-mean/measure/results';
import { deliveryRules, judge, type Readings, remarkRules, verdictOf } from '@meteor-vs-mean/measure/run';
import { decodeLatencies, type Latencies, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { groupsOf, type ReceiverFile, type Run } from 'artillery-engine-pubsub';
import type { Cores } from '../context/cores.ts';
import { type Account, settle } from './account.ts';
import type { Observed } from './observe.ts';
import { usageBetween } from './usage.ts';

/** What a round is accounted for and judged by. */
export interface Evidence {
  run: Run;
  observed: Observed;
  deliveries: Deliveries;
  mongodEnded: boolean;
  witnesses: DeliveryRound['witnesses'];
  documentsBefore: number;
  /** What was asked for. */
  clients: number;
  /** Of these, who lost their instance on purpose; absent: nobody. */
  killedClients?: number;
  /** Of users that follow a flow, those that did not come to its end. */
  failedUsers?: number;
  transport: string;
  driver: string | null;
  cores: Pick<Cores, 'generator' | 'shared'>;
  isLatencyQuoted: boolean;
  size: Size;
}

/** Writes, what they owed, and what came of it. */
export interface Deliveries
  extends Account,
    Pick<
      DeliveryRound,
      | 'subscribers'
      | 'scheduled'
      | 'sent'
      | 'acknowledged'
      | 'refused'
      | 'stored'
      | 'duplicated'
      | 'reordered'
    > {
  /** In microseconds. */
  latency: Run['latency'];
}

/**
 * Of subscribers that each are owed what is written into their list or room.
 * @param stored numbers of the writes that were stored
 * @param window how many documents the publication shows; undefined: all
 */
export function deliveriesOf(run: Run, stored: readonly number[], window: number | undefined): Deliveries {
  const { writers, subscribers, duplicated, reordered, latency } = run;
  const settled = settle({ groups: groupsOf(run), subscribers }, stored, window);
  return {
    ...settled,
    // The engine counts ids outside the schedule; `settled` those of the schedule that MongoDB doesn't hold.
    unexpected: settled.unexpected + run.unexpected,
    subscribers: subscribers.length,
    scheduled: run.schedule?.due_us.length ?? 0,
    sent: writers?.sent ?? 0,
    acknowledged: writers?.acknowledged ?? 0,
    refused: writers?.refused ?? 0,
    stored: stored.length,
    duplicated,
    reordered,
    latency,
  };
}

/** A round without what its plan says of it. */
export type Accounted = Omit<
  DeliveryRound,
  | 'kind'
  | 'isOfUsers'
  | 'round'
  | 'pair'
  | 'load'
  | 'contestant'
  | 'started'
  | 'seed'
  | 'parents'
  | 'rate_per_s'
  | 'generators'
  | 'drain_ms'
>;

/** Holds what came against what was stored, and judges the round. */
export function accountFor(evidence: Evidence): { round: Accounted; latencies: Latencies } {
  const { run, observed, witnesses, cores } = evidence;
  const { latency, ...counts } = evidence.deliveries;
  const { from, to, drivers, window_ms, surroundings, eventLoop } = observed;
  const { writers, disconnects, removed, latencyOutside } = run;
  const app = usageBetween(from?.app ?? null, to?.app ?? null);
  const mongod = usageBetween(from?.mongod ?? null, to?.mongod ?? null);
  const perThousand = (cpu_ms: number | undefined) =>
    cpu_ms === undefined || counts.delivered === 0 ? null : (1000 * cpu_ms) / counts.delivered;
  const latencies = mergeLatencies([latency]);
  const writing = writingOf(observed);
  const { transports, extensions } = negotiated(run.receivers.map(({ file }) => file));
  const measured = {
    drivers,
    extensions,
    ...counts,
    removed,
    ...percentiles(latencies, counts.lost),
    lateness_p99_ms: writers ? percentiles(decodeLatencies(writers.lateness), 0).p99_ms : null,
    p50FromSending_ms: run.fromSending
      ? percentiles(mergeLatencies([run.fromSending]), counts.lost).p50_ms
      : null,
    acknowledgement_p50_ms: writers ? percentiles(decodeLatencies(writers.acknowledgement), 0).p50_ms : null,
    witnesses,
    window_ms,
    writing,
    app,
    mongod,
    generator: usageBetween(from?.generator ?? null, to?.generator ?? null),
    generatorUtilisation: run.receivers.length > 0 ? run.utilisation : null,
    generatorWaiting: run.waiting,
    generatorStalled: run.receivers.length > 0 ? run.stalled : null,
    surroundings,
    eventLoop,
    appCpu_ms_per_1000: perThousand(app?.cpu_ms),
    mongodCpu_ms_per_1000: perThousand(mongod?.cpu_ms),
  };
  const readings: Readings & Account = {
    ...measured,
    ...whyGivenUp(observed.failed ?? run.problems[0] ?? null, [run]),
    appEnded: observed.appEnded,
    mongodEnded: evidence.mongodEnded,
    expectedDriver: evidence.driver,
    transports,
    expectedTransport: evidence.transport,
    clients: evidence.clients,
    disconnects,
    killedClients: evidence.killedClients ?? 0,
    failedUsers: evidence.failedUsers ?? 0,
    documentsBefore: evidence.documentsBefore,
    generatorCpu: writing?.generator
      ? { used: writing.generator.cpu_ms / writing.window_ms, of: cores.generator.length }
      : null,
    sharedCores: cores.shared,
    isLatencyQuoted: evidence.isLatencyQuoted,
    timesOutside: latencyOutside.below + latencyOutside.beyond,
  };
  const { size } = evidence;
  const reasons = judge(deliveryRules, readings, { size });
  return {
    round: {
      verdict: verdictOf(reasons),
      reasons,
      remarks: judge(remarkRules, measured, { size }),
      ...measured,
    },
    latencies,
  };
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

/** What the subscribers spoke, each once. */
export function negotiated(receivers: readonly ReceiverFile[]): { transports: string[]; extensions: string } {
  return {
    transports: [...new Set(receivers.flatMap(({ transports }) => transports))],
    extensions: [...new Set(receivers.flatMap(({ extensions }) => extensions))].join(', '),
  };
}

/**
 * Tells a generator that failed from one that gave up because the app did not serve all subscribers in time.
 * @param failed the message of the error that ended the round; null if there was none
 * @param runs of the round's generators
 */
export function whyGivenUp(
  failed: string | null,
  runs: readonly Run[],
): Pick<Readings, 'generatorFailed' | 'notReady'> {
  const late = runs.find((run) => run.void?.code === 'not-ready');
  return late
    ? { generatorFailed: null, notReady: late.void?.reason ?? null }
    : { generatorFailed: failed, notReady: null };
}
