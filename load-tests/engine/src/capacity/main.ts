#!/usr/bin/env node
/** The command `pubsub-capacity`: the most that an app carries, found by Artillery and this engine. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  exit,
  flag,
  isRunning,
  nameFrom,
  nonEmpty,
  OptionError,
  onStopSignal,
  runCommand,
  value,
  wholeFrom,
} from '@meteor-vs-mean/testbed/process';
import { type Raised, raised, runLevel, ScriptError, type Search, type Trial } from './level.ts';
import { type Capacity, limitOf, pageOf, sentenceOf, tableOf } from './report.ts';
import { type Found, reached, searchLevels } from './search.ts';

const most = 1_000_000;
/** The capacity is found within a tenth: so the search ends at half of that, since runs differ too. */
const precision = 0.05;
/** At these shares of the capacity the app's CPU and memory are measured once more. */
const shares = [0.5, 0.9];

const command = {
  name: 'pubsub-capacity',
  typed: 'npx pubsub-capacity',
  about:
    'Finds the most subscribers (or writes a second, or users of a flow) at which the p99 stays under a limit and nothing is lost: it runs the scenario at levels that are doubled until one fails, and then between the last two. Two runs decide a level, three if they disagree.',
  words: '<scenario.yml>',
  options: {
    raise: value(
      raised.join('|'),
      'what is raised. subscribers: virtual users that a publish step writes to; writes: its rate; users: virtual users that are there at once, whose calls are answered',
      nameFrom(raised),
      'subscribers',
    ),
    from: value('<n>', 'the first level', wholeFrom(1, most), 50),
    most: value('<n>', 'the highest level that is tried', wholeFrom(1, most), 5000),
    limit: value('<ms>', 'that the p99 must stay under', wholeFrom(1, 60_000), 500),
    duration: value(
      '<s>',
      'how long is written at each level instead of what the scenario says; with --raise users how long all are there (20)',
      wholeFrom(1, 3600),
    ),
    environment: value('<name>', 'of the scenario, as Artillery’s -e', nonEmpty),
    target: value('<url>', 'the app, instead of the scenario’s own', nonEmpty),
    payload: value('<csv>', 'the users’ accounts, as Artillery’s -p', nonEmpty),
    pid: value(
      '<pid>',
      'the app’s process on this machine: adds its CPU and memory, also at a half and at nine tenths of the capacity',
      wholeFrom(1, 2 ** 31),
    ),
    out: value('<folder>', 'where capacity.json and capacity.html go', nonEmpty, '.'),
    json: flag('prints the content of capacity.json instead of the table'),
  },
};

await runCommand(command, async ({ values, words }) => {
  const [scenario, ...others] = words;
  if (scenario === undefined || others.length > 0) throw new OptionError('Name one scenario, e.g. chat.yml');
  const { raise, from, limit, duration, environment, target, payload, pid, json, out } = values;
  if (from > values.most) throw new OptionError(`--from ${from}: must not be above --most ${values.most}`);
  if (pid !== undefined && !isRunning(pid)) {
    throw new OptionError(`--pid ${pid}: there is no such process on this machine`);
  }
  // Before the search, which takes minutes, and not after it.
  await mkdir(out, { recursive: true }).catch(({ message }) => {
    throw new OptionError(`--out ${out}: can't be made a folder (${message})`);
  });
  const search: Search = {
    scenario,
    environment,
    target,
    what: raise as Raised,
    limit_ms: limit,
    payload,
    pid,
    duration_s: duration,
  };
  const controller = new AbortController();
  const release = onStopSignal(() => controller.abort(new Error('interrupted')));
  const started = new Date().toISOString();
  const say = (line: string) => console.error(line);
  const { trials, found } = await searched(search, values, controller.signal, say);
  const held = found ? found.held : reached(trials);
  const atShares =
    found && held !== null && pid !== undefined
      ? await sharesOf(search, held, controller.signal, say, flowOf(trials))
      : [];
  release();
  const capacity: Capacity = {
    format: 2,
    scenario,
    target: target ?? null,
    what: search.what,
    limit_ms: limit,
    started,
    finished: new Date().toISOString(),
    held,
    beyond: found?.beyond ?? null,
    limitedBy: found ? limitOf(trials, found.beyond) : 'interrupted',
    trials,
    shares: atShares,
  };
  const written = { sentence: sentenceOf(capacity), ...capacity };
  const files = {
    'capacity.json': `${JSON.stringify(written, null, 2)}\n`,
    'capacity.html': pageOf(capacity),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(out, name), text);
  console.log(json ? JSON.stringify(written) : `${tableOf(capacity)}\n\n${written.sentence}`);
  if (!json) console.log(`${path.resolve(out, 'capacity.html')}`);
  if (found === undefined) return exit.interrupted;
  return capacity.held === null ? exit.noAnswer : exit.done;
});

/** @returns all trials, and what was found; `found` is undefined if the search was interrupted */
async function searched(
  search: Search,
  { from, most }: { from: number; most: number },
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<{ trials: Trial[]; found: Found | undefined }> {
  const trials: Trial[] = [];
  const searching = searchLevels({ start: from, most, precision });
  let next = searching.next();
  while (!next.done) {
    const level = next.value;
    const trial = await runLevel(search, level, signal, flowOf(trials)).catch((error): Trial | undefined => {
      if (signal.aborted) return undefined;
      if (trials.length === 0 || error instanceof ScriptError) throw error;
      // What was found so far isn't lost with a generator that broke at a level.
      const why = `generator: ${error.message}`;
      return { level, verdict: 'void', p99_ms: null, owed: 0, lost: 0, why, app: null, flow_s: null };
    });
    if (trial === undefined) return { trials, found: undefined };
    trials.push(trial);
    say(lineOf(trial));
    next = searching.next(trial.verdict);
  }
  return { trials, found: next.value };
}

/** How long a flow takes while few use the app. */
function flowOf(trials: readonly Trial[]): number | undefined {
  return trials.find(({ verdict }) => verdict === 'passed')?.flow_s ?? undefined;
}

function lineOf({ level, verdict, why }: Trial): string {
  return `${level}: ${verdict}${why === '' ? '' : `, ${why}`}`;
}

/** One more run at each share of what was held; an interrupted one is left out. */
async function sharesOf(
  search: Search,
  held: number,
  signal: AbortSignal,
  say: (line: string) => void,
  flow_s: number | undefined,
): Promise<Capacity['shares']> {
  const found: Capacity['shares'] = [];
  for (const share of shares) {
    const level = Math.max(1, Math.round(share * held));
    const trial = await runLevel(search, level, signal, flow_s).catch((error: Error) => error);
    if (signal.aborted) break;
    say(`${100 * share} % of it, ${trial instanceof Error ? trial.message : lineOf(trial)}`);
    if (!(trial instanceof Error)) found.push({ share, trial });
  }
  return found;
}
