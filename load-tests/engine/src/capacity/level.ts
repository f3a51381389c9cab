import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { sampleTree } from '@meteor-vs-mean/testbed/sampler';
import { artilleryProgram } from '../artillery-program.ts';
import { decodeHistogram, mergeHistograms } from '../histogram.ts';
import { outcomeOf } from '../outcome.ts';
import { type Run, readRun } from '../results.ts';
import type { LevelVerdict } from './search.ts';

/** What is raised from level to level. */
export const raised = ['subscribers', 'writes', 'users'] as const;
export type Raised = (typeof raised)[number];

/** What every level has in common. */
export interface Search {
  /** Artillery's script. */
  scenario: string;
  environment: string | undefined;
  target: string | undefined;
  what: Raised;
  /** p99 of the deliveries, or of the calls of users, that must not be passed. */
  limit_ms: number;
  /** The app's process on this machine. */
  pid: number | undefined;
  /** Virtual users that arrive in a second. */
  arrivals_per_s: number;
}

/** One run of Artillery at one level. */
export interface Trial {
  level: number;
  verdict: LevelVerdict;
  /** Null where nothing came, or not enough of it. */
  p99_ms: number | null;
  /** Deliveries that were owed, or calls that were sent. */
  owed: number;
  /** ... and did not come, or had no answer or a refusal. */
  lost: number;
  /** Who gave out, and by which reading; empty for one that passed. */
  why: string;
  /** Of the app's process and all that it started, while the run went on; null without `--pid`. */
  app: { cpu_cores: number; rss_bytes: number } | null;
}

/** Whether the generator, and not the app, made a run late: a writer that sends late, a receiver without a core. */
const latestSend_ms = 5;
const lateShare = 0.1;
const busiest = 0.9;
const longestWait = 0.2;

/** How long the last one may take from when it arrived: all of them arrive for longer than the script reckons with. */
const readyTimeout_s = 60;

/** @throws one line if Artillery can't be started, or the script is wrong */
export async function runLevel(search: Search, level: number, signal: AbortSignal): Promise<Trial> {
  const out = await mkdtemp(path.join(tmpdir(), 'pubsub-capacity-'));
  const child = await startChild(process.execPath, [artilleryProgram(), ...argumentsOf(search, level, out)], {
    env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' },
  });
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const usage = search.pid === undefined ? undefined : watchApp(search.pid);
    const { code } = await child.exited;
    signal.throwIfAborted();
    const app = (await usage?.()) ?? null;
    const run = readRun(out);
    const trial = { ...judge(search, level, run), app };
    if (run.receivers.length > 0 || run.void !== undefined) return trial;
    if (code === 0 && (await readdir(out)).length === 0) {
      throw new Error(
        `${search.scenario}: its flow has neither publish nor hold; a last step hold: { for: 0 } counts its users`,
      );
    }
    const said = child.lastLines.find((line) => line.startsWith('pubsub: ')) ?? child.lastLines.at(-1);
    if (code === 0) return { ...trial, why: `${trial.why} (${said})` };
    throw new Error(`Artillery ended with ${code} and left nothing to read: ${said ?? 'it said nothing'}`);
  } finally {
    signal.removeEventListener('abort', stop);
    await child.stop();
    await rm(out, { recursive: true, force: true });
  }
}

/** Pure: what one run says of its level. */
export function judge({ what, limit_ms }: Search, level: number, run: Run): Omit<Trial, 'app'> {
  const { p99_ms, owed, lost } = what === 'users' ? ofCalls(run) : ofDeliveries(run);
  const told = { level, p99_ms, owed, lost };
  const generator = whyGenerator(run, p99_ms ?? limit_ms);
  if (run.void) {
    return { ...told, verdict: generator ? 'void' : 'failed', why: generator ?? `app: ${run.void.reason}` };
  }
  // Who didn't come as far as the hold, for a log-in or a call that failed, is served as little as who lost an answer.
  const absent = what === 'users' ? Math.max(0, level - run.subscribers.length) : 0;
  if (owed + absent === 0) return { ...told, verdict: 'void', why: 'generator: nothing was sent' };
  const isHeld = p99_ms !== null && p99_ms < limit_ms && lost + absent === 0;
  if (isHeld) return { ...told, verdict: 'passed', why: '' };
  if (generator) return { ...told, verdict: 'void', why: generator };
  const readings = [
    ...(absent > 0 ? [`${absent} of ${level} users did not get in`] : []),
    ...(lost > 0 ? [`${lost} of ${owed} did not come`] : []),
  ];
  const reading = readings.join(', ') || `p99 of ${p99_ms?.toFixed(0)} ms, the limit is ${limit_ms} ms`;
  return { ...told, verdict: 'failed', why: `app: ${reading}` };
}

function ofDeliveries(run: Run) {
  const { owed, lost } = outcomeOf(run);
  return { p99_ms: p99Of(run.latency), owed, lost };
}

/** Users of a flow: what matters is that their calls are answered. */
function ofCalls({ receivers }: Run) {
  const calls = receivers.map(({ file }) => file.calls);
  const sum = (of: (one: (typeof calls)[number]) => number) =>
    calls.reduce((total, one) => total + of(one), 0);
  const owed = sum(({ sent }) => sent);
  return {
    p99_ms: p99Of(mergeHistograms(calls.map(({ latency }) => latency))),
    owed,
    lost: owed - sum(({ acknowledged }) => acknowledged),
  };
}

const p99Of = (histogram: Run['latency']): number | null =>
  histogram.totalCount === 0 ? null : histogram.getValueAtPercentile(99) / 1000;

/** @returns undefined if the generator kept up */
function whyGenerator({ writers, utilisation, waiting }: Run, p99_ms: number): string | undefined {
  const late_ms = writers ? (p99Of(decodeHistogram(writers.lateness)) ?? 0) : 0;
  if (late_ms > Math.max(latestSend_ms, lateShare * p99_ms)) {
    return `generator: a hundredth of the writes was sent ${late_ms.toFixed(0)} ms late or more`;
  }
  if (utilisation > busiest) {
    return `generator: its receiver was busy for ${(100 * utilisation).toFixed(0)} % of the time`;
  }
  if (waiting !== null && waiting > longestWait) {
    return `generator: its receiver waited for a core for ${(100 * waiting).toFixed(0)} % of the time`;
  }
  return undefined;
}

function argumentsOf(search: Search, level: number, out: string): string[] {
  const { scenario, environment, target, what, arrivals_per_s } = search;
  const isWrites = what === 'writes';
  const duration = Math.max(1, Math.ceil(level / arrivals_per_s));
  const phases = [{ duration, arrivalCount: level }];
  const arriving = { subscribers: level, readyTimeout: duration + readyTimeout_s };
  // Deliveries that are missing are what is looked for: they are judged here.
  const pubsub = { out, failOnLoss: false, ...(isWrites ? { rate: level } : arriving) };
  const config = { ...(isWrites ? {} : { phases }), engines: { pubsub } };
  return [
    'run',
    ...(environment === undefined ? [] : ['-e', environment]),
    ...(target === undefined ? [] : ['--target', target]),
    ...['--overrides', JSON.stringify({ config }), scenario],
  ];
}

/** @returns what ends it, and tells the mean of the cores that were used, and the most memory */
function watchApp(pid: number): () => Promise<Trial['app']> {
  let rss_bytes = 0;
  // Where the process is gone, nothing stands beside the level: unwatched, the failure would end the search.
  const first = sampleTree(pid).catch(() => undefined);
  const look = () =>
    sampleTree(pid).then(
      (sample) => {
        rss_bytes = Math.max(rss_bytes, sample.rss_bytes);
        return sample;
      },
      () => undefined,
    );
  const timer = setInterval(() => void look(), 500);
  return async () => {
    clearInterval(timer);
    const [begin, end] = [await first, await look()];
    if (begin === undefined || end === undefined) return null;
    const elapsed_ms = Number(end.at_ns - begin.at_ns) / 1e6;
    return { cpu_cores: (end.cpu_ms - begin.cpu_ms) / elapsed_ms, rss_bytes };
  };
}
