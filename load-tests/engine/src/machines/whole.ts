import { makeBits } from '../account/bits.ts';
import { sumOfCalls, sumOfSeen } from '../account/call-account.ts';
import { encodeHistogram, mergeHistograms, type Outside, sumOutside } from '../account/histogram.ts';
import { mergeSightings } from '../account/sightings.ts';
import type { WritersFile } from '../folder/writers-file.ts';
import type { Outcome } from '../results/outcome.ts';
import { boundOf, type ClockOffset, middleOf } from './clock.ts';

/** What one machine's subscribers received, for the other machines. */
export interface MachineOutcome {
  /** The name of the machine, e.g. `lab-3 (4711)`. */
  host: string;
  subscribers: number;
  outcome: Outcome;
  /** Writes of the same machine: writer and subscriber share one clock. HDR, microseconds. */
  own: string;
  /** Writes of other machines, as wrong as the clocks. HDR, microseconds. */
  across: string;
  acrossOutside: Outside;
  /** By how much the rendezvous' clock is ahead of the machine's monotonic one, in nanoseconds, in text. */
  offset: { low_ns: string; high_ns: string };
}

/** machines.json: the account of a run on several machines. */
export interface MachinesFile {
  run: string;
  outcome: Outcome;
  subscribers: number;
  /** Between a writer and a subscriber of the same machine: the latency to quote. HDR, microseconds. */
  own: string;
  /** Between machines, with the largest error of the clocks. Void if that is more than the p50. */
  across: { latency: string; outside: Outside; bound_ms: number; isVoid: boolean };
  machines: (MachineOutcome & {
    /** How far its clock is ahead of the first machine's, and the largest error of that. */
    clock_ms: number;
    bound_ms: number;
  })[];
}

/** Adds up the writes of all machines: each machine knows the outcome of its own. */
export function mergeWriters(files: readonly WritersFile[]): WritersFile {
  const sum = (of: (file: WritersFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const calls = files.map(({ acknowledgement, acknowledgementOutside, ...file }) => ({
    ...file,
    latency: acknowledgement,
    latencyOutside: acknowledgementOutside,
  }));
  const { latency, latencyOutside, ...totals } = sumOfCalls(calls);
  const lost = sumOfSeen(files.flatMap(({ lost_connections }) => lost_connections ?? []));
  const came = mergeSightings(files.map((file) => file.came ?? {}));
  return {
    scheduled: sum(({ scheduled }) => scheduled),
    ...totals,
    unsent: sum(({ unsent }) => unsent),
    ...(lost === undefined ? {} : { lost_connections: lost }),
    ...(Object.keys(came).length === 0 ? {} : { came }),
    acknowledged_bits: mergeBits(files.map(({ acknowledged_bits }) => acknowledged_bits)),
    refused_bits: mergeBits(files.map(({ refused_bits }) => refused_bits)),
    expected_bits: mergeBits(files.map(({ expected_bits }) => expected_bits)),
    lateness: encodeHistogram(mergeHistograms(files.map(({ lateness }) => lateness))),
    latenessOutside: sumOutside(files.map(({ latenessOutside }) => latenessOutside)),
    late_us: mergeLateness(files.map(({ late_us }) => late_us)),
    acknowledgement: latency,
    acknowledgementOutside: latencyOutside,
  };
}

/** One machine sent each write; the others have -1 for it. */
function mergeLateness(all: readonly (readonly number[])[]): number[] {
  const [first = [], ...others] = all;
  return first.map((late_us, k) => Math.max(late_us, ...others.map((one) => one[k] ?? -1)));
}

function mergeBits(texts: readonly string[]): string {
  const all = texts.map((text) => Buffer.from(text, 'base64'));
  const merged = makeBits(8 * Math.max(0, ...all.map(({ length }) => length)));
  for (const bits of all) for (const [i, byte] of bits.entries()) (merged[i] as number) |= byte;
  return Buffer.from(merged).toString('base64');
}

/** The account of all machines, with separate latencies on one machine and between machines. */
export function mergeMachines(run: string, machines: readonly MachineOutcome[]): MachinesFile {
  const [first] = machines as [MachineOutcome];
  const sum = (of: (one: Outcome) => number) =>
    machines.reduce((total, { outcome }) => total + of(outcome), 0);
  const across = mergeHistograms(machines.map((one) => one.across));
  const offsets = machines.map(({ offset }) => parseOffset(offset));
  const bounds = offsets.map(boundOf).toSorted((a, b) => b - a);
  const bound_ms = (bounds[0] ?? 0) + (bounds[1] ?? 0);
  return {
    run,
    subscribers: machines.reduce((total, { subscribers }) => total + subscribers, 0),
    outcome: {
      // Each machine has the account of all writes.
      ...first.outcome,
      owed: sum(({ owed }) => owed),
      seen: sum(({ seen }) => seen),
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
      outOfOrder: sum(({ outOfOrder }) => outOfOrder),
    },
    own: encodeHistogram(mergeHistograms(machines.map(({ own }) => own))),
    across: {
      latency: encodeHistogram(across),
      outside: sumOutside(machines.map(({ acrossOutside }) => acrossOutside)),
      bound_ms,
      isVoid: across.totalCount === 0 || bound_ms > across.getValueAtPercentile(50) / 1000,
    },
    machines: machines.map((one, index) => ({
      ...one,
      // The offsets are of the rendezvous' clock, so a machine with a smaller offset is ahead.
      clock_ms: Number(middleOf(offsets[0] as Bounds) - middleOf(offsets[index] as Bounds)) / 1e6,
      bound_ms: index === 0 ? 0 : boundOf(offsets[0] as Bounds) + boundOf(offsets[index] as Bounds),
    })),
  };
}

type Bounds = Pick<ClockOffset, 'low_ns' | 'high_ns'>;

function parseOffset({ low_ns, high_ns }: MachineOutcome['offset']): Bounds {
  return { low_ns: BigInt(low_ns), high_ns: BigInt(high_ns) };
}
