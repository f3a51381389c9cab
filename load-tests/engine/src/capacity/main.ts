#!/usr/bin/env node
/** The command `pubsub-capacity`: the most that an app carries, by Artillery and this engine. */
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
import { type Capacity, pageOf, sentenceOf, tableOf } from './report.ts';
import { type Found, reached, searchKnee } from './search.ts';

const most = 1_000_000;
/** What is nearer than a tenth can't be told apart by short runs. */
const precision = 0.1;

const command = {
  name: 'pubsub-capacity',
  typed: 'npx pubsub-capacity',
  usage: 'npx pubsub-capacity <scenario.yml> [options]',
  about:
    'Finds the most subscribers (or writes a second, or users of a flow) at which the p99 stays under a limit and nothing is lost: it runs the scenario again and again, at levels that are doubled and then halved.',
  words: '<scenario.yml>',
  options: {
    raise: value(
      raised.join('|'),
      'what is raised. subscribers: virtual users that a publish step writes to; writes: its rate; users: virtual users whose calls are answered',
      nameFrom(raised),
      'subscribers',
    ),
    from: value('<n>', 'the first level', wholeFrom(1, most), 50),
    most: value('<n>', 'the highest level that is tried', wholeFrom(1, most), 5000),
    step: value('<n>', 'levels are multiples of it', wholeFrom(1, most), 5),
    limit: value('<ms>', 'that the p99 must stay under', wholeFrom(1, 60_000), 500),
    environment: value('<name>', 'of the scenario, as Artillery’s -e', nonEmpty),
    target: value('<url>', 'in the place of the scenario’s', nonEmpty),
    pid: value(
      '<pid>',
      'the app’s process on this machine: its CPU and memory stand beside each level',
      wholeFrom(1, 2 ** 31),
    ),
    out: value('<folder>', 'where capacity.json and capacity.html go', nonEmpty, '.'),
    json: flag('prints what capacity.json holds, in the place of the table'),
  },
};

await runCommand(command, async ({ values, words }) => {
  const [scenario, ...others] = words;
  if (scenario === undefined || others.length > 0) throw new OptionError('Name one scenario, e.g. chat.yml');
  const { raise, from, limit, environment, target, pid, json, out } = values;
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
    pid,
    arrivals_per_s: 100,
  };
  const controller = new AbortController();
  const release = onStopSignal(() => controller.abort(new Error('interrupted')));
  const started = new Date().toISOString();
  const say = (line: string) => console.error(line);
  const { trials, found } = await searched(search, values, controller.signal, say);
  release();
  const capacity: Capacity = {
    format: 1,
    scenario,
    target: target ?? null,
    what: search.what,
    limit_ms: limit,
    started,
    finished: new Date().toISOString(),
    held: found?.knee ?? reached(trials),
    limitedBy: found?.limitedBy ?? 'interrupted',
    trials,
  };
  const files = {
    'capacity.json': `${JSON.stringify(capacity, null, 2)}\n`,
    'capacity.html': pageOf(capacity),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(out, name), text);
  console.log(json ? JSON.stringify(capacity) : `${tableOf(capacity)}\n\n${sentenceOf(capacity)}`);
  if (!json) console.log(`${path.resolve(out, 'capacity.html')}`);
  if (found === undefined) return exit.interrupted;
  return capacity.held === null ? exit.noAnswer : exit.done;
});

/** @returns all trials, and what was found; `found` is undefined if the search was broken off */
async function searched(
  search: Search,
  { from, most, step }: { from: number; most: number; step: number },
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<{ trials: Trial[]; found: Found | undefined }> {
  const trials: Trial[] = [];
  const searching = searchKnee({ start: from, most, step: Math.min(step, from), precision });
  let next = searching.next();
  while (!next.done) {
    const level = next.value;
    const trial = await runLevel(search, level, signal).catch((error): Trial | undefined => {
      if (signal.aborted) return undefined;
      if (trials.length === 0 || error instanceof ScriptError) throw error;
      // What was found so far isn't lost with a generator that broke at a level.
      const why = `generator: ${error.message}`;
      return { level, verdict: 'void', p99_ms: null, owed: 0, lost: 0, why, app: null };
    });
    if (trial === undefined) return { trials, found: undefined };
    trials.push(trial);
    say(`${level}: ${trial.verdict}${trial.why === '' ? '' : `, ${trial.why}`}`);
    next = searching.next(trial.verdict);
  }
  return { trials, found: next.value };
}
