import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMongo } from '@meteor-vs-mean/mongo';
import type { Manifest, Summary } from '@meteor-vs-mean/report';
import { stackNamed } from '@meteor-vs-mean/stacks';
import { MongoClient } from 'mongodb';
import { abortable } from './abort.ts';
import type { Bench } from './bench.ts';
import type { Between } from './between.ts';
import { chooseContestants } from './contestants.ts';
import { bind, chooseCores } from './cores.ts';
import { plans } from './experiments/index.ts';
import { buildStacks, findStacks } from './find-stacks.ts';
import { carryOut, type Findings, nothingFound } from './findings.ts';
import { floorOf } from './floor.ts';
import { benchVersions, gitFacts, machineFacts } from './machine.ts';
import { askedFor, assertNeutral, mongoFacts } from './mongo-facts.ts';
import { openNetwork } from './network.ts';
import { newestOf } from './newest.ts';
import type { Options } from './options.ts';
import { results, root } from './places.ts';
import type { Progress } from './progress.ts';
import { assertFree, createResultsFolder } from './results-folder.ts';
import { Rounds } from './rounds.ts';
import { settingOf } from './setting.ts';
import { summarise } from './summary.ts';
import { assertFitsList } from './writers.ts';

export interface Outcome {
  /** The results folder. */
  folder: string;
  summary: Summary;
  /** Set if the run failed in the middle: what was measured before is in the folder all the same. */
  failed: string | null;
}

/** What is done to the rounds from outside, to see that the bench notices it. */
export interface Interference extends Pick<Bench, 'onRound'> {
  /** In the place of a network. */
  between?: Between;
}

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
  { between, ...interference }: Interference = {},
): Promise<Outcome> {
  const { experiment } = options;
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
  // A ladder has every mode, and says which ones this Meteor hasn't.
  if (experiment !== 'ladder') for (const { stack, mode } of contestants) builds.get(stack)?.checkMode(mode);
  const folder = await createResultsFolder(place);
  cleanUp.defer(() => folder.discard());

  const cores = chooseCores({ ownMongod: mongo.source !== 'MONGO_URL' });
  // Before this process is bound to some of its cores: then they are all that it can see.
  const machine = machineFacts(cores);
  await bind(cores, mongo.pid);
  // What makes it is on the cores of the generator, like all that is started from here on.
  const network = await openNetwork(options.network, client, (line) => progress.say(line));
  cleanUp.defer(() => network.stop());

  const self = await newestOf('self', machine);
  const control = await newestOf('control', machine);

  const bench: Bench = {
    id,
    options,
    mongo,
    client,
    builds,
    folder,
    work,
    progress,
    signal,
    between: between ?? network.between,
    network: network.network,
    ...interference,
    cores,
    measures: self?.sameMachine ? self.summary.self : [],
  };
  const plan = plans[experiment as keyof typeof plans](options, {
    stacks: stacks.map(({ stack }) => stack),
    contestants,
    setting: await settingOf(builds),
  });
  const rounds = new Rounds(bench, plan.total);
  const findings: Findings = { ...nothingFound };
  let failed: string | null = null;
  try {
    await carryOut(plan, bench, rounds, findings);
  } catch (error) {
    signal.throwIfAborted();
    if (rounds.measured.length === 0) throw error;
    failed = await describe(rootOf(error), client, mongo.description);
  }

  const frame = {
    id,
    experiment,
    seed: options.seed,
    partial: Object.values(facts).some((one) => !one.ran),
    stacks: facts,
    mongo: { ...mongoRead, writeConcern: askedFor(findings.contestants) },
    machine,
    network: bench.network,
  };
  const summary = summarise(
    {
      ...frame,
      ...findings,
      floor: control && floorOf(control),
      bench: self && { folder: self.folder, sameMachine: self.sameMachine, measures: self.summary.self },
    },
    rounds.measured,
  );
  const manifest: Manifest = {
    ...frame,
    format: 2,
    started: started.toISOString(),
    finished: new Date().toISOString(),
    command,
    options: { ...options },
    ended: failed === null ? 'complete' : { failed },
    git: await gitFacts(root),
    bench: benchVersions(),
  };
  signal.throwIfAborted();
  await folder.finish(manifest, summary);
  return { folder: path.relative(process.cwd(), folder.path), summary, failed };
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

/** Sorts by time, and two runs that start in the same second differ. */
function runId(started: Date): string {
  const time = started.toISOString().slice(0, 19).replaceAll(':', '').toLowerCase();
  return `${time}-${randomBytes(3).toString('hex')}`;
}
