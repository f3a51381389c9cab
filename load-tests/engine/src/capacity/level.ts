import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { artilleryProgram } from '../artillery-program.ts';
import { decodeHistogram } from '../histogram.ts';
import { judged } from '../journey/judged.ts';
import { outcomeOf } from '../outcome.ts';
import { type Run, readRun } from '../results.ts';
import { firstOf, type Shortfall, untakenCalls, untakenWrites } from '../shortfall.ts';
import type { LevelVerdict } from './search.ts';
import { type AppUsage, UsageWatch } from './usage.ts';

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
  /** Null without `--pid`. */
  app: AppUsage | null;
}

/** The script is wrong, so no level says anything of the app: it ends the search. */
export class ScriptError extends Error {}

/** Whether the generator, and not the app, made a run late: a writer that sends late, a receiver without a core. */
const latestSend_ms = 5;
const lateShare = 0.1;
const busiest = 0.9;
const longestWait = 0.2;

/** How long the last one may take from when it arrived: all of them arrive for longer than the script reckons with. */
const readyTimeout_s = 60;

/** @throws one line if Artillery can't be started; ScriptError if the script is wrong */
export async function runLevel(search: Search, level: number, signal: AbortSignal): Promise<Trial> {
  const out = await mkdtemp(path.join(tmpdir(), 'pubsub-capacity-'));
  let said: string | undefined;
  const child = await startChild(process.execPath, [artilleryProgram(), ...argumentsOf(search, level, out)], {
    env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' },
    // The first of the engine's lines: Artillery's report is longer than what the child keeps.
    log: (line) => {
      if (line.startsWith('pubsub: ')) said ??= line.slice('pubsub: '.length);
    },
  });
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop, { once: true });
  const usage = search.pid === undefined ? undefined : new UsageWatch(search.pid);
  try {
    const { code } = await child.exited;
    signal.throwIfAborted();
    const run = readRun(out);
    const app = (await usage?.stop(BigInt(run.start?.t0_ns ?? 0))) ?? null;
    const nobodyGotIn = (code === 0 || code === 1) && Object.keys(run.failures).length > 0;
    if (run.receivers.length > 0 || run.journey !== undefined || run.void !== undefined || nobodyGotIn)
      return { ...judge(search, level, run), app };
    if (code === 0 && (await readdir(out)).length === 0) {
      throw new ScriptError(
        `${search.scenario}: its flow has neither publish nor hold; a last step hold: { for: 0 } counts its users`,
      );
    }
    if (said !== undefined && code !== 0) throw new ScriptError(said);
    const last = said ?? child.lastLines.at(-1) ?? 'it said nothing';
    throw new Error(`Artillery ended with ${code} and left nothing to read: ${last}`);
  } finally {
    signal.removeEventListener('abort', stop);
    usage?.end();
    await child.stop();
    await rm(out, { recursive: true, force: true });
  }
}

/**
 * Pure: what one run says of its level.
 * @throws ScriptError if the script is at fault
 */
export function judge(search: Search, level: number, run: Run): Omit<Trial, 'app'> {
  const { what, limit_ms } = search;
  const { p99_ms, owed, lost } = what === 'users' ? ofCalls(run) : ofDeliveries(run);
  const summary = { level, p99_ms, owed, lost };
  const readings = readingsOf(search, level, run);
  const wrong = [run.void, run.failures.script, ...readings].find((one) => one?.by === 'script');
  if (wrong) throw new ScriptError(wrong.reason);
  const failed = (reading: Reading): Omit<Trial, 'app'> => {
    const by = reading.by ?? 'app';
    return { ...summary, verdict: by === 'generator' ? 'void' : 'failed', why: `${by}: ${reading.reason}` };
  };
  const generator = whyGenerator(run, p99_ms ?? limit_ms);
  if (run.void) return failed(generator ?? run.void);
  const slow = p99_ms === null || p99_ms < limit_ms ? [] : [slowOf(p99_ms, limit_ms)];
  const [first, ...others] = [...readings, ...slow];
  if (first === undefined) {
    if (owed > 0 || (run.writers?.expected ?? 0) > 0) return { ...summary, verdict: 'passed', why: '' };
    if (what === 'users')
      throw new ScriptError('no user made a call that is answered: there is nothing to time');
    return failed({ by: 'generator', reason: 'nothing was sent' });
  }
  // However late its writes are, a generator doesn't make an app refuse them, or end their connections.
  const isCertain = readings.some(({ code }) => code !== undefined && /-(refused|unsent)$/.test(code));
  if (generator && !isCertain) return failed(generator);
  const reason = [first, ...others].map((one) => one.reason).join('; ');
  return failed({ ...first, reason });
}

/** What speaks against a level. */
type Reading = Pick<Shortfall, 'by' | 'reason'> & { code?: string };

function slowOf(p99_ms: number, limit_ms: number): Reading {
  return { by: 'app', reason: `p99 of ${p99_ms.toFixed(0)} ms, the limit is ${limit_ms} ms` };
}

/** All but the times: what was not taken, and the users that the app did not serve. */
function readingsOf({ what }: Search, level: number, run: Run): Reading[] {
  const { failures, disconnects, first_disconnect: first = '', writers } = run;
  const readings: Reading[] = [];
  const { owed, lost } = ofDeliveries(run);
  if (what === 'users') {
    // Users that didn't reach the hold, because a log-in or a call failed, count like users without an answer.
    const absent = Math.max(0, level - (run.journey?.users.completed ?? run.subscribers.length));
    const failure = failures.app ?? failures.generator;
    if (absent > 0) {
      const why = failure === undefined ? '' : ` (${failure.reason})`;
      const reason = `${absent} of ${level} users did not get in${why}`;
      readings.push({ by: failure?.by ?? 'app', reason });
    }
    if (disconnects > 0) {
      const why = firstOf({ count: disconnects, first }, 'connections');
      readings.push({ by: 'app', reason: `users lost their connection (${why})` });
    }
  }
  if (writers) readings.push(...untakenWrites(writers, run.schedule));
  // Those of a journey have its calls in them.
  readings.push(...(run.journey?.shortfalls ?? untakenCalls(run.calls)));
  if (lost > 0) {
    const why = disconnects > 0 ? ` (${firstOf({ count: disconnects, first }, 'lost connections')})` : '';
    readings.push({ by: 'app', reason: `${lost} of ${owed} deliveries did not come${why}` });
  }
  return readings;
}

function ofDeliveries(run: Run) {
  const { owed, lost } = outcomeOf(run);
  return { p99_ms: p99Of(run.latency), owed, lost };
}

/** Users of a flow: what matters is that their calls are answered. */
function ofCalls({ calls, journey }: Run) {
  if (journey !== undefined) return judged(journey);
  const { sent, acknowledged, expected, latency } = calls;
  return { p99_ms: p99Of(decodeHistogram(latency)), owed: sent, lost: sent - acknowledged - expected };
}

const p99Of = (histogram: Run['latency']): number | null =>
  histogram.totalCount === 0 ? null : histogram.getValueAtPercentile(99) / 1000;

/** @returns undefined if the generator kept up */
function whyGenerator({ writers, utilisation, waiting }: Run, p99_ms: number): Reading | undefined {
  const late_ms = writers ? (p99Of(decodeHistogram(writers.lateness)) ?? 0) : 0;
  const by = 'generator';
  if (late_ms > Math.max(latestSend_ms, lateShare * p99_ms)) {
    return { by, reason: `a hundredth of the writes was sent ${late_ms.toFixed(0)} ms late or more` };
  }
  if (utilisation > busiest) {
    return { by, reason: `its receiver was busy for ${(100 * utilisation).toFixed(0)} % of the time` };
  }
  if (waiting !== null && waiting > longestWait) {
    return { by, reason: `its receiver waited for a core for ${(100 * waiting).toFixed(0)} % of the time` };
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
