import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { decodeHistogram } from '../account/histogram.ts';
import { judged } from '../journey/judged.ts';
import { artilleryProgram } from '../process/artillery-program.ts';
import { outcomeOf } from '../results/outcome.ts';
import { type Run, readRun } from '../results/results.ts';
import { firstOf, type Shortfall, untakenCalls, untakenWrites } from '../results/shortfall.ts';
import type { LevelVerdict } from './search.ts';
import { type AppUsage, UsageWatch } from './usage.ts';
import { arriving_s, phasesOf, readUsers, type Users } from './users.ts';

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
  /** A CSV file for the scenario's `config.payload`. */
  payload: string | undefined;
  /** For so long the writers of a level write, or all of its users are there at once; undefined: the scenario's, or 20 s. */
  duration_s: number | undefined;
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
  /** Who is at fault, and by which reading; empty for a level that passed. */
  why: string;
  /** Null without `--pid`. */
  app: AppUsage | null;
  /** How long a user's flow took, on average; null of what isn't raised by users. */
  flow_s: number | null;
}

/** The script is wrong, so no level says anything of the app: it ends the search. */
export class ScriptError extends Error {}

/** Whether the generator, and not the app, made a run late: a writer that sends late, a receiver without a core. */
const latestSend_ms = 5;
const lateShare = 0.1;
const busiest = 0.9;
const longestWait = 0.2;

const usersStay_s = 20;
/** How long the last one may take from when it arrived: all of them arrive for longer than the script reckons with. */
const readyTimeout_s = 60;

/**
 * @param flow_s how long a user's flow takes, if that is known
 * @throws one line if Artillery can't be started; ScriptError if the script is wrong
 */
export async function runLevel(
  search: Search,
  level: number,
  signal: AbortSignal,
  flow_s?: number,
): Promise<Trial> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pubsub-capacity-'));
  const [out, report] = [path.join(folder, 'out'), path.join(folder, 'report.json')];
  await mkdir(out);
  let said: string | undefined;
  const child = await startChild(
    process.execPath,
    [artilleryProgram(), ...argumentsOf(search, level, { out, report, flow_s })],
    {
      env: {
        ...process.env,
        ARTILLERY_DISABLE_TELEMETRY: 'true',
        // Artillery is two thousand files: compiled once, it starts with a third less CPU. The folder is Node's own choice.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(tmpdir(), 'node-compile-cache'),
      },
      // The first of the engine's lines: Artillery's report is longer than what the child keeps.
      log: (line) => {
        if (line.startsWith('pubsub: ')) said ??= line.slice('pubsub: '.length);
      },
    },
  );
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop, { once: true });
  const usage = search.pid === undefined ? undefined : new UsageWatch(search.pid);
  try {
    const { code } = await child.exited;
    signal.throwIfAborted();
    const run = readRun(out);
    // What users do begins when they arrive.
    const t0_ns = search.what === 'users' ? 0n : BigInt(run.start?.t0_ns ?? 0);
    const app = (await usage?.stop(t0_ns)) ?? null;
    const nobodyGotIn = (code === 0 || code === 1) && Object.keys(run.failures).length > 0;
    if (run.receivers.length > 0 || run.journey !== undefined || run.void !== undefined || nobodyGotIn) {
      const users = await readUsers(report);
      return { ...judge(search, level, run, users), app, flow_s: users?.flow_s ?? null };
    }
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
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Pure: what one run says of its level.
 * @throws ScriptError if the script is at fault
 */
export function judge(search: Search, level: number, run: Run, users?: Users): Omit<Trial, 'app' | 'flow_s'> {
  const { what, limit_ms } = search;
  const { p99_ms, owed, lost } = what === 'users' ? ofCalls(run) : ofDeliveries(run);
  const summary = { level, p99_ms, owed, lost };
  const readings = readingsOf(search, run, users);
  const wrong = [run.void, run.failures.script, ...readings].find((one) => one?.by === 'script');
  if (wrong) throw new ScriptError(wrong.reason);
  const failed = (reading: Reading) => {
    const by = reading.by ?? 'app';
    const verdict: LevelVerdict = by === 'generator' ? 'void' : 'failed';
    return { ...summary, verdict, why: `${by}: ${reading.reason}` };
  };
  const generator = whyGenerator(run, p99_ms ?? limit_ms);
  if (run.void) return failed(generator ?? run.void);
  const slow = p99_ms === null || p99_ms < limit_ms ? [] : [slowOf(p99_ms, limit_ms)];
  const [first, ...others] = [...readings, ...slow];
  if (first === undefined) {
    if (users?.skipped === 0) {
      throw new ScriptError(`a user is done too soon for ${level} at once: its flow needs think steps`);
    }
    // Users that ask for no answer are held if they came to the end of their flow.
    const isHeld = owed > 0 || (run.writers?.expected ?? 0) > 0 || what === 'users';
    if (isHeld) return { ...summary, verdict: 'passed', why: '' };
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
function readingsOf({ what }: Search, run: Run, users: Users | undefined): Reading[] {
  const { failures, disconnects, first_disconnect: first = '', writers } = run;
  const readings: Reading[] = [];
  const { owed, lost } = ofDeliveries(run);
  if (what === 'users') {
    // Users whose log-in or call failed count like users without an answer.
    const { arrived = 0, completed = 0 } = users ?? {};
    const failure = failures.app ?? failures.generator;
    if (completed < arrived) {
      const why = failure === undefined ? '' : ` (${failure.reason})`;
      const reason = `${arrived - completed} of ${arrived} users failed${why}`;
      readings.push({ by: failure?.by ?? 'app', reason });
    }
    if (disconnects > 0) {
      const why = firstOf({ count: disconnects, first }, 'connections');
      readings.push({ by: 'app', reason: `users lost their connection (${why})` });
    }
  }
  if (writers) readings.push(...untakenWrites(writers, run.schedule));
  // Those of a journey have its calls in them. Users that failed are already a reading.
  const untaken = run.journey?.shortfalls ?? untakenCalls(run.calls);
  readings.push(...untaken.filter(({ code }) => code !== 'users-failed'));
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

function argumentsOf(
  search: Search,
  level: number,
  { out, report, flow_s }: { out: string; report: string; flow_s: number | undefined },
): string[] {
  const { scenario, environment, target, payload, what, duration_s } = search;
  const isWrites = what === 'writes';
  const duration = arriving_s(level, flow_s);
  const phases =
    what === 'users'
      ? phasesOf(level, { arriving_s: duration, duration_s: duration_s ?? usersStay_s })
      : [{ duration, arrivalCount: level }];
  const arriving = { subscribers: level, readyTimeout: duration + readyTimeout_s };
  // Deliveries that are missing are what is looked for: they are judged here.
  const pubsub = {
    ...{ out, failOnLoss: false },
    ...(isWrites ? { rate: level } : arriving),
    ...(what === 'users' || duration_s === undefined ? {} : { duration: duration_s }),
  };
  const config = { ...(isWrites ? {} : { phases }), engines: { pubsub } };
  return [
    'run',
    ...(environment === undefined ? [] : ['-e', environment]),
    ...(target === undefined ? [] : ['--target', target]),
    ...(payload === undefined ? [] : ['-p', payload]),
    ...(what === 'users' ? ['--output', report] : []),
    ...['--overrides', JSON.stringify({ config }), scenario],
  ];
}
