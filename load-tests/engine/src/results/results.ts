import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Histogram } from 'hdr-histogram-js';
import { type Counts, countsOf } from '../account/account.ts';
import { type Bits, countBits, getBit } from '../account/bits.ts';
import { type Calls, sumOfCalls } from '../account/call-account.ts';
import { latencyFromSending } from '../account/delivery-times.ts';
import { Groups } from '../account/groups.ts';
import { mergeHistograms, type Outside, sumOutside } from '../account/histogram.ts';
import { mergeSightings, type Sighting } from '../account/sightings.ts';
import type { Documents } from '../account/witness.ts';
import { type Fault, faults } from '../failures/error.ts';
import type { VoidFile } from '../failures/fault.ts';
import { readIfThere } from '../folder/files.ts';
import type { ReceiverFile, WitnessFile } from '../folder/receiver-file.ts';
import type { ScheduleFile, StartFile } from '../folder/rendezvous.ts';
import type { WritersFile } from '../folder/writers-file.ts';
import type { JourneyFile } from '../journey/file.ts';
import { WriteIds } from '../script/identifier.ts';

/** A subscriber that had its snapshots before the first write was due: it is owed every write of its group. */
interface OwedSubscriber {
  /** The receiver that it belonged to, e.g. `4711-1`. */
  receiver: string;
  row: number;
  /** From 0; without groups, all subscribers are in group 0. */
  group: number;
  /** The instance that it was connected to when it became ready: its place in `targets`, from 0. */
  target: number;
  ready_ns: bigint;
  /** When it began to connect; a user waits from then until `ready_ns`. */
  began_ns: bigint;
  disconnects: number;
  /** The writes of its group that came to it: `groupsOf(run)` has the write of each bit. */
  bits: Bits;
}

/** The files of all threads and processes of one run, merged. */
export interface Run extends Counts {
  dir: string;
  schedule: ScheduleFile | undefined;
  start: StartFile | undefined;
  void: VoidFile | undefined;
  /** The first failure of a virtual user by the app, by the script and by the generator. */
  failures: Partial<Record<Fault, VoidFile>>;
  writers: WritersFile | undefined;
  receivers: { name: string; file: ReceiverFile }[];
  subscribers: OwedSubscriber[];
  /** The documents of one subscriber each, by its receiver and row: `4711-1-0`. */
  witnesses: Record<string, Documents>;
  /** Why the first subscriber lost its connection; undefined if none did. */
  first_disconnect: string | undefined;
  /** Events that show no write, by their name. */
  came: Record<string, Sighting>;
  /** Deliveries in each `span_ms` since the start of the schedule. */
  spans: number[];
  /** Every delivery of a write of this machine, in microseconds. In a run on one machine these are all. */
  latency: Histogram;
  latencyOutside: Outside;
  /** Every delivery of a write of another machine. */
  across: Histogram;
  acrossOutside: Outside;
  /** Deliveries in microseconds from when their writes were sent: all, or an even sample. Null if none came. */
  fromSending: Histogram | null;
  /** Writes that the app answered without an error; empty without writers.json. */
  acknowledged: Bits;
  refused: Bits;
  /** Refusals that the script names in `expect`. */
  expected: Bits;
  /** The account of a journey; undefined in other runs. */
  journey: JourneyFile | undefined;
  /** Calls of the virtual users. */
  calls: Calls;
  /** Log-ins of the virtual users. */
  logins: Calls;
  cpu_ms: number;
  /** Of the busiest receiver. */
  utilisation: number;
  /** The largest share of time that a receiving thread waited for a core; null if the system doesn't report it. */
  waiting: number | null;
  /** The largest share of time in which a receiving thread's event loop stood still. */
  stalled: number;
  /** Of the largest receiver; threads of one process share it. */
  maxRss_bytes: number;
  /** What is missing or inconsistent; empty for a complete run. */
  problems: string[];
}

/**
 * Reads a run's folder. Without a schedule (clients that only hold) there are no bits.
 * @throws Error for an unreadable file, or for histograms of different configurations
 */
export function readRun(dir: string): Run {
  const schedule = readJson<ScheduleFile>(dir, 'schedule.json');
  const start = readJson<StartFile>(dir, 'start.json');
  const writers = readJson<WritersFile>(dir, 'writers.json');
  const journey = readJson<JourneyFile>(dir, 'journey.json');
  const names = readdirSync(dir).sort();
  const receivers = names.flatMap((file) => {
    const name = /^receiver-(\d+-\d+)\.json$/.exec(file)?.[1];
    return name === undefined ? [] : [{ name, file: readJson<ReceiverFile>(dir, file) as ReceiverFile }];
  });
  const witnesses: Record<string, Documents> = {};
  for (const file of names) {
    const name = /^witness-(\d+-\d+-\d+)\.json$/.exec(file)?.[1];
    if (name !== undefined) witnesses[name] = (readJson<WitnessFile>(dir, file) as WitnessFile).documents;
  }
  const files = receivers.map(({ file }) => file);
  const sum = (of: (file: ReceiverFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const largest = (name: 'utilisation' | 'maxRss_bytes') => Math.max(0, ...files.map((file) => file[name]));
  const groups = new Groups(schedule?.due_us.length ?? 0, schedule?.groups ?? 1);
  const rows = receivers.flatMap(({ name, file }) => rowsOf(dir, name, file, groups.rowBytes));
  const t0_ns = start === undefined ? undefined : BigInt(start.t0_ns);
  const subscribers = rows.filter(
    ({ ready_ns }) => schedule === undefined || (t0_ns !== undefined && ready_ns < t0_ns),
  );
  const run: Run = {
    dir,
    schedule,
    start,
    void: readJson<VoidFile>(dir, 'void.json'),
    failures: Object.fromEntries(
      faults.flatMap((by) => {
        const failure = readJson<VoidFile>(dir, `failure-${by}.json`);
        return failure === undefined ? [] : [[by, failure]];
      }),
    ),
    writers,
    receivers,
    subscribers,
    witnesses,
    ...countsOf(files),
    first_disconnect: files.find(({ first_disconnect }) => first_disconnect !== undefined)?.first_disconnect,
    came: mergeSightings(files.map((file) => file.came)),
    spans: sumOfSpans(files),
    latency: mergeHistograms(files.map((file) => file.latency)),
    latencyOutside: sumOutside(files.map(({ latencyOutside }) => latencyOutside)),
    across: mergeHistograms(files.flatMap(({ across }) => across ?? [])),
    acrossOutside: sumOutside(files.flatMap(({ acrossOutside }) => acrossOutside ?? [])),
    fromSending: latencyFromSending(
      receivers.map(({ name }) => readFileSync(join(dir, `receiver-${name}.times`))),
      writers?.late_us ?? [],
    ),
    acknowledged: Buffer.from(writers?.acknowledged_bits ?? '', 'base64'),
    refused: Buffer.from(writers?.refused_bits ?? '', 'base64'),
    expected: Buffer.from(writers?.expected_bits ?? '', 'base64'),
    journey,
    // Those of a journey's users are all in its file.
    calls: journey?.calls ?? sumOfCalls(files.map(({ calls }) => calls)),
    logins: sumOfCalls(files.map(({ logins }) => logins)),
    cpu_ms: sum(({ cpu_ms }) => cpu_ms),
    utilisation: Math.max(largest('utilisation'), journey?.utilisation ?? 0),
    waiting:
      journey !== undefined
        ? journey.waiting
        : files.every(({ waiting_ms }) => waiting_ms !== null)
          ? Math.max(0, ...files.map(({ waiting_ms, window_ms }) => (waiting_ms as number) / window_ms))
          : null,
    stalled: Math.max(0, ...files.map(({ stalled_ms, window_ms }) => stalled_ms / window_ms)),
    maxRss_bytes: largest('maxRss_bytes'),
    problems: [],
  };
  return { ...run, problems: problemsOf(run) };
}

function sumOfSpans(files: readonly ReceiverFile[]): number[] {
  const length = Math.max(0, ...files.map(({ spans }) => spans.length));
  return Array.from({ length }, (_, index) => files.reduce((sum, { spans }) => sum + (spans[index] ?? 0), 0));
}

/** @returns the number of subscribers that each write came to */
export function deliveredPerWrite(run: Run): Uint32Array {
  const counts = new Uint32Array(run.schedule?.due_us.length ?? 0);
  const groups = groupsOf(run);
  for (const { bits, group } of run.subscribers) {
    for (let place = 0; place < groups.sizeOf(group); place++) {
      if (getBit(bits, place)) (counts[groups.writeAt(group, place)] as number)++;
    }
  }
  return counts;
}

/** @returns how many deliveries came, of the writes in the mask, e.g. of those in MongoDB */
export function deliveredOf(run: Run, mask?: Bits): number {
  return sumOverGroups(run, mask, (bits, row) => countBits(bits, row));
}

/** @returns how many deliveries were owed, of the writes in the mask, e.g. of those in MongoDB */
export function owedOf(run: Run, mask?: Bits): number {
  const groups = groupsOf(run);
  return sumOverGroups(run, mask, (_bits, row, group) => (row ? countBits(row) : groups.sizeOf(group)));
}

/** @returns the groups, which have the write of each bit in a subscriber's row */
export function groupsOf({ schedule }: Run): Groups {
  return new Groups(schedule?.due_us.length ?? 0, schedule?.groups ?? 1);
}

/** @param mask a bit for each write of the run; for each subscriber, those of its group count */
function sumOverGroups(
  run: Run,
  mask: Bits | undefined,
  of: (bits: Bits, row: Bits | undefined, group: number) => number,
): number {
  const groups = groupsOf(run);
  const rows = new Map<number, Bits>();
  let sum = 0;
  for (const { bits, group } of run.subscribers) {
    let row = rows.get(group);
    if (mask !== undefined && row === undefined) {
      row = groups.rowOf(group, mask);
      rows.set(group, row);
    }
    sum += of(bits, row, group);
  }
  return sum;
}

/** The ids of a run's writes, both ways. */
export function writeIds(run: Run): WriteIds {
  return new WriteIds(run.schedule?.tag ?? '', run.schedule?.due_us.length ?? 0);
}

function rowsOf(dir: string, name: string, file: ReceiverFile, length: number): OwedSubscriber[] {
  const bits = readFileSync(join(dir, `receiver-${name}.bits`));
  if (bits.length !== length * file.subscribers.length) {
    const expected = `${length} bytes for each of ${file.subscribers.length} subscribers`;
    throw new Error(`${dir}: receiver-${name}.bits has ${bits.length} bytes instead of ${expected}`);
  }
  return file.subscribers.map(({ ready_ns, began_ns, disconnects, group, target }, row) => ({
    receiver: name,
    row,
    group,
    target,
    ready_ns: BigInt(ready_ns),
    began_ns: BigInt(began_ns),
    disconnects,
    bits: bits.subarray(row * length, (row + 1) * length),
  }));
}

function problemsOf(run: Run): string[] {
  const problems: string[] = [];
  const { schedule, start, writers, subscribers } = run;
  if (run.void !== undefined) problems.push(`void: ${run.void.reason} (${run.void.code})`);
  if (run.receivers.length === 0) problems.push('no receiver left its files');
  if (schedule === undefined) return problems;
  if (start === undefined) problems.push('it never started: start.json is missing');
  else if (subscribers.length < start.subscribers) {
    problems.push(`${subscribers.length} of ${start.subscribers} subscribers are in the receivers' files`);
  }
  if (writers === undefined) problems.push('writers.json is missing');
  const set = deliveredOf(run);
  if (set !== run.deliveries)
    problems.push(`${run.deliveries} deliveries were counted, but ${set} bits are set`);
  const timed = timedBy(run.latency, run.latencyOutside) + timedBy(run.across, run.acrossOutside);
  if (timed !== run.deliveries)
    problems.push(`${run.deliveries} deliveries were counted, but ${timed} were timed`);
  return problems;
}

const timedBy = ({ totalCount }: Histogram, { below, beyond }: Outside) => totalCount + below + beyond;

function readJson<Type>(dir: string, name: string): Type | undefined {
  const text = readIfThere(dir, name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Type;
  } catch (error) {
    throw new Error(`${join(dir, name)}: ${(error as Error).message}`);
  }
}
