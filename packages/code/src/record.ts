/** The command `npm run record -w @meteor-vs-mean/code`. */
import { join, resolve } from 'node:path';
import {
  type BegunRecord,
  beginRecord,
  type Progress,
  type Running,
  untilInterrupted,
} from '@meteor-vs-mean/bench';
import { startMongo } from '@meteor-vs-mean/mongo';
import {
  abortable,
  asTyped,
  exists,
  exit,
  flag,
  nonEmpty,
  root,
  runCommand,
  value,
} from '@meteor-vs-mean/process';
import { writeRecord } from '@meteor-vs-mean/results';
import { type Build, stackNamed } from '@meteor-vs-mean/stacks';
import { namedBy, withDates } from './direct-packages.ts';
import { installedOfMean, installedOfMeteor, meteorPackages } from './installed-packages.ts';
import type { AppName } from './parts.ts';
import { type BuildSample, type CodeRecord, type Direct, type StartSample, spreadOf } from './result.ts';
import { buildTime, startTime } from './times.ts';

const command = {
  name: 'record',
  typed: 'npm run record -w @meteor-vs-mean/code',
  about: `Dependencies and their age, build times and start times of both apps, into a folder with code.json and a manifest. Needs
Meteor, the npm registry (a look-up for each package that an app names itself), and a machine that does nothing else.`,
  options: {
    out: value('<folder>', 'new; default: load-tests/results/<time>-code', nonEmpty),
    toy: flag('one start of each app, which only shows that the command works; its result says so'),
  },
};

const names: readonly AppName[] = ['meteor', 'mean'];

/** How often each is done. */
const repeats = { cold: 2, warm: 3, starts: 8 };
const toyRepeats = { cold: 0, warm: 0, starts: 1 };

/** A B, B A, A B: what drifts meets both alike. */
function inTurns(count: number): AppName[] {
  return Array.from({ length: count }, (_, n) => (n % 2 === 0 ? names : names.toReversed())).flat();
}

await runCommand(command, async ({ values }) => {
  // npm runs a workspace's script in the workspace's folder: INIT_CWD is where it was typed.
  const typedIn = process.env.INIT_CWD ?? process.cwd();
  const out = values.out === undefined ? undefined : resolve(typedIn, values.out);
  const begun = await beginRecord({
    kind: 'code',
    size: values.toy ? 'toy' : 'full',
    command: asTyped(command.typed, process.argv.slice(2)),
    out,
  });
  return untilInterrupted((running) => record(begun, values.toy, running));
});

async function record(begun: BegunRecord, isToy: boolean, { progress, signal }: Running): Promise<number> {
  const times = isToy ? toyRepeats : repeats;
  const builds = await abortable(built(progress), signal);
  progress.step('Dates of the packages that the apps name');
  const direct = await datesOf(builds, isToy, signal);
  progress.step('What is installed');
  const installed = {
    meteor: await installedOfMeteor(root, builds.meteor),
    mean: await installedOfMean(root),
  };
  const packages = await meteorPackages(root, builds.meteor);
  const buildSamples: BuildSample[] = [];
  // Run from its sources, Meteor compiles its own packages the first time that it builds an app.
  if (times.cold > 0 && !(await exists(join(root, 'apps/meteor/.meteor/local/isopacks')))) {
    progress.step('Building meteor once, which is not counted');
    await buildTime(root, 'meteor', 'warm', signal);
  }
  for (const caches of ['cold', 'warm'] as const) {
    for (const [n, stack] of inTurns(times[caches]).entries()) {
      progress.step(`Building ${stack}, ${caches}: ${n + 1} of ${2 * times[caches]}`);
      buildSamples.push(await buildTime(root, stack, caches, signal));
    }
  }
  const { starts, mongod, modes } = await startsOf(builds, times.starts, progress, signal);
  progress.done();
  const result: CodeRecord = {
    versions: { meteor: builds.meteor.versions, mean: builds.mean.versions, mongod },
    modes,
    direct,
    meteorPackages: packages,
    installed,
    builds: buildSamples,
    starts,
  };
  const manifest = begun.manifest({ node: process.versions.node });
  await writeRecord(begun.place, { manifest, content: result });
  print(result);
  progress.say(`-> ${begun.place}`);
  const disturbed = [...buildSamples, ...starts].filter((sample) => sample.disturbed.length > 0);
  if (disturbed.length === 0 || isToy) return exit.done;
  const reasons = new Set(disturbed.flatMap((sample) => sample.disturbed.map(({ code }) => code)));
  progress.say(
    `${disturbed.length} samples are void (${[...reasons].join(', ')}): run it again on a quiet machine.`,
  );
  return exit.tooFewValid;
}

/** As `compare` builds them: what was built before from the same sources is used again. */
async function built(progress: Progress): Promise<Record<AppName, Build>> {
  const build = async (name: AppName) => {
    const stack = stackNamed(name);
    const found = await stack.find();
    if (!found.found) throw new Error(`${stack.title} isn't here: ${found.reason}. Remedy: ${found.remedy}.`);
    progress.step(found.description);
    return stack.build({ log: () => {} });
  };
  return { meteor: await build('meteor'), mean: await build('mean') };
}

async function datesOf(
  builds: Record<AppName, Build>,
  isToy: boolean,
  signal: AbortSignal,
): Promise<Record<AppName, Direct[]>> {
  const dated = async (stack: AppName): Promise<Direct[]> => {
    const named = await namedBy(root, stack);
    // Meteor itself has no package.json: its installer on npm has the number and the day of each release.
    const release = /\d+\.\d+(\.\d+)?/.exec(builds.meteor.versions.meteor ?? '')?.[0];
    if (stack === 'meteor' && release) named.unshift({ name: 'meteor', use: 'runs', version: release });
    const dates: Direct[] = [];
    for (const each of isToy ? named.slice(0, 1) : named) dates.push(await withDates(each, signal));
    return dates;
  };
  const [meteor, mean] = await Promise.all([dated('meteor'), dated('mean')]);
  return { meteor, mean };
}

async function startsOf(
  builds: Record<AppName, Build>,
  count: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ starts: StartSample[]; mongod: string; modes: CodeRecord['modes'] }> {
  await using running = new AsyncDisposableStack();
  const mongo = await startMongo({ log: progress.say });
  running.defer(() => mongo.stop());
  const starts: StartSample[] = [];
  const start = (stack: AppName) => startTime(builds[stack], { mongo, database: `start_${stack}` });
  // A first start makes the indexes.
  for (const stack of names) await start(stack);
  for (const [n, stack] of inTurns(count).entries()) {
    signal.throwIfAborted();
    progress.step(`Starting ${stack}: ${n + 1} of ${2 * count}`);
    starts.push(await start(stack));
  }
  const modes = Object.fromEntries(names.map((name) => [name, builds[name].defaultMode]));
  return { starts, mongod: mongo.version, modes };
}

function print({ builds, starts, installed }: CodeRecord): void {
  const seconds = (samples: { ms: number; disturbed: BuildSample['disturbed'] }[]) => {
    const spread = spreadOf(samples);
    const s = (ms: number) => (ms / 1000).toFixed(2);
    return spread
      ? `${s(spread.median_ms)} s (${s(spread.least_ms)} to ${s(spread.most_ms)}, ${spread.count})`
      : '-';
  };
  const row = (stack: AppName) => {
    const built = (caches: string) =>
      builds
        .filter((each) => each.stack === stack && each.caches === caches)
        .map(({ app_ms: ms, disturbed }) => ({ ms, disturbed }));
    const started = starts
      .filter((each) => each.stack === stack)
      .map(({ page_ms: ms, disturbed }) => ({ ms, disturbed }));
    return {
      ...installed[stack],
      cold: seconds(built('cold')),
      warm: seconds(built('warm')),
      start: seconds(started),
    };
  };
  console.table({ meteor: row('meteor'), mean: row('mean') });
}
