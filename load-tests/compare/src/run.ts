import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMongo } from '@meteor-vs-mean/mongo';
import type { Contestant, Manifest, StackFacts, Summary } from '@meteor-vs-mean/report';
import { type Build, describeWeight, offerMeteor, type Stack, stackNamed } from '@meteor-vs-mean/stacks';
import { MongoClient } from 'mongodb';
import { rejectOnAbort } from './abort.ts';
import type { Bench } from './bench.ts';
import { runDeliveryRound } from './delivery-round.ts';
import { benchVersions, gitFacts, machineFacts } from './machine.ts';
import { runMemoryRound } from './memory-round.ts';
import { assertNeutral, mongoFacts } from './mongo-facts.ts';
import type { Options } from './options.ts';
import { chooseContestants, planPairs } from './plan.ts';
import type { Progress } from './progress.ts';
import { newestRecorded } from './recorded.ts';
import { assertFree, createResultsFolder } from './results-folder.ts';
import { scenarios } from './scenario.ts';
import { type Measured, summarise } from './summary.ts';
import { assertFitsList } from './writers.ts';

export interface Outcome {
  /** The results folder. */
  folder: string;
  summary: Summary;
  /** Set if the run failed in the middle: what was measured before is in the folder all the same. */
  failed: string | null;
}

/** The number of documents that clients hold in the memory rounds. */
const heldDocuments = [0, 100];

const root = path.resolve(import.meta.dirname, '../../..');
const results = path.join(root, 'load-tests/results');

/**
 * Runs a comparison from beginning to end. Whatever it started is stopped when it returns or throws.
 * @param command what was typed, for the manifest
 * @param signal aborts it; then nothing is left behind, and it throws the signal's reason
 * @throws before the first round is done: what is wrong, and what to do
 */
export async function runComparison(
  options: Options,
  command: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Outcome> {
  if (options.scenarios.includes('fan-out')) assertFitsList(options.rate, options.duration_s);
  const started = new Date();
  const id = runId(started);
  const place = path.resolve(options.out ?? path.join(results, id));
  await assertFree(place);
  // Names are checked against all that were asked for, also those that turn out not to be here.
  const asked = chooseContestants(options.stacks.map(stackNamed), options.modes, options.transports);
  const { stacks, facts } = await abortable(findStacks(options, progress), signal);
  const contestants = asked.filter((one) => stacks.some(({ stack }) => stack.name === one.stack));

  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => progress.done());
  const work = await mkdtemp(path.join(tmpdir(), 'meteor-vs-mean-'));
  cleanUp.defer(() => rm(work, { recursive: true, force: true }));

  progress.step('Starting MongoDB');
  const mongo = await abortable(startMongo({ log: (line) => progress.say(line) }), signal);
  cleanUp.defer(() => mongo.stop());
  progress.say(mongo.description);
  assertNeutral(mongo.url);
  const client = await MongoClient.connect(mongo.url, { serverSelectionTimeoutMS: 5000 });
  cleanUp.defer(() => client.close());
  const mongoRead = await mongoFacts(client, mongo.source);
  signal.throwIfAborted();

  const builds = await buildStacks(stacks, facts, work, progress, signal);
  for (const { stack, mode } of contestants) builds.get(stack)?.checkMode(mode);
  const folder = await createResultsFolder(place);
  cleanUp.defer(() => folder.discard());

  const bench: Bench = { id, options, mongo, client, builds, folder, work, progress, signal };
  const measured: Measured[] = [];
  let failed: string | null = null;
  try {
    for await (const one of measure(bench, contestants)) {
      measured.push(one);
      await folder.addRound(one.round);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (measured.length === 0) throw error;
    failed = await describe(rootOf(error), client, mongo.description);
  }

  const machine = machineFacts();
  const partial = Object.values(facts).some((one) => !one.ran);
  const { seed } = options;
  const needed = Object.fromEntries(
    options.scenarios.map((name) => {
      const { kind } = scenarios[name];
      return [name, kind === 'memory' ? options.starts * heldDocuments.length : options.pairs];
    }),
  );
  const summary = summarise(
    { id, seed, partial, stacks: facts, mongo: mongoRead, machine, contestants, needed },
    measured,
  );
  const manifest: Manifest = {
    format: 1,
    id,
    started: started.toISOString(),
    finished: new Date().toISOString(),
    command,
    options: { ...options },
    seed,
    ended: failed === null ? 'complete' : { failed },
    partial,
    git: await gitFacts(root),
    machine,
    bench: benchVersions(),
    mongo: mongoRead,
    stacks: facts,
  };
  signal.throwIfAborted();
  await folder.finish(manifest, summary);
  return { folder: path.relative(process.cwd(), folder.path), summary, failed };
}

interface FoundStack {
  stack: Stack;
  version: string;
}

/** Waits no longer than until Ctrl-C: what is still under way ends with this process. */
async function abortable<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  promise.catch(() => {});
  return Promise.race([promise, rejectOnAbort(signal)]);
}

/** Looks for what each stack needs, and offers Meteor's own installer where that is missing. */
async function findStacks(
  options: Options,
  progress: Progress,
): Promise<{ stacks: FoundStack[]; facts: Record<string, StackFacts> }> {
  const stacks: FoundStack[] = [];
  const facts: Record<string, StackFacts> = {};
  for (const name of options.stacks) {
    const stack = stackNamed(name);
    let found = await stack.find();
    let notInstalled = '';
    if (!found.found && stack.name === 'meteor') {
      const offered = await offerMeteor({ install: options.install });
      if (offered.installed) found = await stack.find();
      else notInstalled = ` ${sentence(offered.reason)}`;
    }
    if (found.found) {
      stacks.push({ stack, version: found.version });
      continue;
    }
    const remedy = sentence(found.remedy);
    const reason = `${sentence(found.reason)}${notInstalled}`;
    const recorded = await newestRecorded(path.join(results, 'reference'), root, name);
    facts[name] = { ran: false, title: stack.title, reason, remedy, recorded };
    progress.say(`${stack.title} is not run. ${reason} ${remedy}`);
  }
  if (stacks.length === 0) throw new Error('No stack can be run here, so there is nothing to measure');
  if (options.strict && stacks.length < options.stacks.length) {
    throw new Error('A stack that was asked for can’t be run, and --strict makes that an error');
  }
  return { stacks, facts };
}

/** In one line. Without MongoDB everything fails, each in its own way: that is said instead. */
async function describe(error: Error, client: MongoClient, mongo: string): Promise<string> {
  const [message = ''] = error.message.split('\n');
  const answers = await client
    .db('admin')
    .command({ ping: 1 })
    .then(
      () => true,
      () => false,
    );
  if (answers) return message.replace(/\.$/, '');
  return `MongoDB went away; it was ${mongo}. Look for what stopped it, and run again`;
}

/** What went wrong first, not what went wrong while cleaning up after it. */
export function rootOf(error: unknown): Error {
  return error instanceof SuppressedError ? rootOf(error.suppressed) : (error as Error);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

async function buildStacks(
  stacks: readonly FoundStack[],
  facts: Record<string, StackFacts>,
  work: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Map<string, Build>> {
  const builds = new Map<string, Build>();
  for (const { stack, version } of stacks) {
    progress.step(`Building ${stack.title}`);
    const log = createWriteStream(path.join(work, `build-${stack.name}.log`));
    const building = stack.build({ log: (line) => log.write(`${line}\n`) }).finally(() => log.end());
    const build = await abortable(building, signal);
    builds.set(stack.name, build);
    progress.say(describeWeight(stack.title, build.javascript));
    facts[stack.name] = {
      ran: true,
      title: stack.title,
      version,
      node: build.nodeVersion,
      versions: build.versions,
      build: build.hash,
      javascript: build.javascript,
    };
  }
  return builds;
}

/** All rounds in their order: pairs first, then memory, whose steps are the heavier ones. */
async function* measure(bench: Bench, contestants: readonly Contestant[]): AsyncGenerator<Measured> {
  const { options, progress, signal } = bench;
  const chosen = options.scenarios.map((name) => scenarios[name]);
  let round = 0;
  const total =
    contestants.length *
    chosen.reduce(
      (sum, { kind }) => sum + (kind === 'memory' ? options.starts * heldDocuments.length : options.pairs),
      0,
    );
  const next = (what: string, { stack }: Contestant) => {
    signal.throwIfAborted();
    round++;
    progress.step(`Round ${round} of ${total}: ${what}, ${stack}`);
    return round;
  };
  for (const scenario of chosen.filter(({ kind }) => kind === 'deliveries')) {
    for (const planned of planPairs(contestants, options.pairs)) {
      const number = next(scenario.name, planned.contestant);
      yield await runDeliveryRound(bench, number, planned, scenario);
    }
  }
  for (const scenario of chosen.filter(({ kind }) => kind === 'memory')) {
    for (const planned of planPairs(contestants, options.starts)) {
      for (const documents of heldDocuments) {
        const number = next(`${scenario.name} holding ${documents} documents`, planned.contestant);
        yield await runMemoryRound(bench, number, planned, scenario, documents);
      }
    }
  }
}

/** Sorts by time, and two runs that start in the same second differ. */
function runId(started: Date): string {
  const time = started.toISOString().slice(0, 19).replaceAll(':', '').toLowerCase();
  return `${time}-${randomBytes(3).toString('hex')}`;
}
