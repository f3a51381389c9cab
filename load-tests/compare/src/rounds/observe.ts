import { setTimeout as wait } from 'node:timers/promises';
import type { Surroundings } from '@meteor-vs-mean/measure/results';
import { abortable } from '@meteor-vs-mean/testbed/process';
import type { EventLoop, Probe } from '@meteor-vs-mean/testbed/sampler';
import type { Cores } from '../context/cores.ts';
import type { Load } from '../experiments/planned-round.ts';
import { type Generator, untilAllThere, untilStarted } from '../generator/generator.ts';
import { watchOthers } from './surroundings.ts';
import { Timeline, type TimelineEntry } from './timeline.ts';
import { type Moment, sampleMoment } from './usage.ts';

/** What was read while a round ran. */
export interface Observed {
  /** Why the generator gave up, or why it could not be observed. */
  failed: string | null;
  from: Moment | null;
  to: Moment | null;
  window_ms: number;
  /** CPU of the instance that serves nobody between the two, read from inside: outside it comes in steps of 10 ms. */
  idleCpu_ms: number | null;
  /** When the last write was due; null if it didn't come to that. */
  written: { at: Moment; window_ms: number } | null;
  drivers: string[];
  eventLoop: EventLoop | null;
  surroundings: Surroundings | null;
  timeline: TimelineEntry[];
  /** Becomes true when the app has ended, also after the window. */
  appEnded: boolean;
}

/** An instance of the app. */
interface ObservedApp {
  readonly pid: number;
  readonly probe?: Probe | undefined;
  readonly exited: Promise<unknown>;
}

/** Who is observed, and for how long. */
interface Observation {
  app: ObservedApp;
  /** Further instances that are there to the end, and one of them that serves nobody. */
  others?: readonly ObservedApp[];
  idle?: ObservedApp | undefined;
  /** Absent where the database is elsewhere. */
  mongod?: number | undefined;
  generator: Generator;
  /** The folder of the generator's files. */
  out: string;
  load: Pick<Load, 'duration_s' | 'drain_s'>;
  cores: Cores;
  signal: AbortSignal;
  /** True of users that act from the moment at which all are there, and not by a schedule. */
  isOfUsers?: boolean;
  /** Called when the first write was due, while the round runs. */
  onStart?(t0_ns: bigint): Promise<void> | undefined;
}

/** CPU is read so long before the drain ends, while the clients are still there: what comes later is lost anyway. */
const leaving_ms = 100;

/**
 * Samples the processes of a round from the first write to the end of what it causes, and waits for the generator.
 * @throws the signal's reason when it is aborted; what else goes wrong is in `failed`
 */
export async function observe(observation: Observation): Promise<Observed> {
  const { app, others = [], idle, mongod, generator, out, load, cores, signal, isOfUsers } = observation;
  const apps = [app, ...others];
  const watched = { app: apps.map(({ pid }) => pid), idle: idle?.pid, mongod, generator: generator.pids };
  const observed: Observed = {
    failed: null,
    from: null,
    to: null,
    window_ms: 0,
    idleCpu_ms: null,
    written: null,
    drivers: [],
    eventLoop: null,
    surroundings: null,
    timeline: [],
    appEnded: false,
  };
  const exited = Promise.race(apps.map((one) => one.exited));
  void exited.then(() => {
    observed.appEnded = true;
  });
  const lookAtDrivers = async () => {
    const found = await Promise.all(apps.map(({ probe }) => probe?.observeDrivers().catch(() => []) ?? []));
    observed.drivers = [...new Set([...observed.drivers, ...found.flat()])];
  };
  // An app that has ended can't tell: that is a reason of its own.
  const lookAtEventLoop = async () => (await app.probe?.watched().catch(() => null)) ?? null;
  const cpuOfIdle = async () => (await idle?.probe?.sample().catch(() => null))?.cpu_ms ?? null;
  let onStart = Promise.resolve();
  try {
    const t0_ns = await (isOfUsers ? untilAllThere : untilStarted)(out, generator, signal);
    // Reading takes some milliseconds of a core: before the first write is due.
    const surroundings = watchOthers(mongod, cores);
    // All are subscribed now; at the end some may have left.
    await lookAtDrivers();
    await until(t0_ns, signal);
    await app.probe?.watch();
    const idleBefore_ms = await cpuOfIdle();
    observed.from = await sampleMoment(watched);
    onStart = observation.onStart?.(t0_ns) ?? onStart;
    onStart.catch(() => {}); // awaited below
    using timeline = new Timeline(watched, app.probe, t0_ns);
    observed.timeline = timeline.entries;
    const ended = Promise.race([generator.ended, exited]).then(() => true);
    const after = (ms: number) => until(t0_ns + BigInt(ms) * 1_000_000n, signal).then(() => false);
    if (!(await Promise.race([after(load.duration_s * 1000), ended]))) {
      const at = await sampleMoment(watched);
      observed.written = { at, window_ms: Number(process.hrtime.bigint() - t0_ns) / 1e6 };
    }
    await Promise.race([after(load.duration_s * 1000 + load.drain_s * 1000 - leaving_ms), ended]);
    observed.to = await sampleMoment(watched);
    const idleAfter_ms = await cpuOfIdle();
    if (idleBefore_ms !== null && idleAfter_ms !== null) observed.idleCpu_ms = idleAfter_ms - idleBefore_ms;
    observed.surroundings = surroundings.stop();
    observed.window_ms = Number(process.hrtime.bigint() - t0_ns) / 1e6;
    observed.eventLoop = await lookAtEventLoop();
    await lookAtDrivers();
  } catch (error) {
    signal.throwIfAborted();
    observed.failed = (error as Error).message;
  }
  const { failed } = await abortable(generator.ended, signal);
  await onStart;
  observed.failed ??= failed;
  return observed;
}

/** @param moment_ns on the clock of process.hrtime.bigint() */
async function until(moment_ns: bigint, signal: AbortSignal): Promise<void> {
  await wait(Math.max(0, Number(moment_ns - process.hrtime.bigint()) / 1e6), undefined, { signal });
}
