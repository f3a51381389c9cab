import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { abortable, createResultsFolder, type Progress } from '@meteor-vs-mean/bench';
import { startMongo } from '@meteor-vs-mean/mongo';
import { findNetwork } from '@meteor-vs-mean/proxies';
import type { Contestant, Machine, MongoFacts } from '@meteor-vs-mean/report';
import { type Stack, stackNamed } from '@meteor-vs-mean/stacks';
import { MongoClient } from 'mongodb';
import type { Bench } from './bench.ts';
import type { Between } from './between.ts';
import { chooseContestants } from './contestants.ts';
import { bind, chooseCores } from './cores.ts';
import { buildStacks, type Facts, findStacks } from './find-stacks.ts';
import { machineWith } from './machine.ts';
import { assertNeutral, mongoFacts } from './mongo-facts.ts';
import { openNetwork } from './network.ts';
import { type Newest, newestOf } from './newest.ts';
import type { Options } from './options.ts';

/** What is done to the rounds from outside, to see that the bench notices it. */
export interface Interference extends Pick<Bench, 'onRound' | 'noneAgain'> {
  /** In the place of a network. */
  between?: Between;
}

/** All that rounds need, and what is known of it. */
export interface OpenBench {
  bench: Bench;
  /** Those that are here. */
  stacks: readonly Stack[];
  facts: Facts;
  /** Their modes and transports that were asked for, or their defaults. */
  contestants: readonly Contestant[];
  mongo: Omit<MongoFacts, 'writeConcern'> & { description: string };
  machine: Machine;
  /** The self-measure that says what the bench itself does. */
  self: Newest | null;
}

interface Order {
  id: string;
  /** The results folder to be made. */
  place: string;
  progress: Progress;
  signal: AbortSignal;
}

/**
 * Finds and builds the stacks, starts MongoDB, makes the network, and divides the cores.
 * @param cleanUp gets what takes all of it away again
 * @throws what is missing, and what to do
 */
export async function openBench(
  options: Options,
  { id, place, progress, signal }: Order,
  { between, ...interference }: Interference,
  cleanUp: AsyncDisposableStack,
): Promise<OpenBench> {
  // Names are checked against all that were asked for, also those that turn out not to be here.
  const asked = chooseContestants(options.stacks.map(stackNamed), options.modes, options.transports);
  const { stacks, facts } = await abortable(findStacks(options, progress), signal);
  const say = (line: string) => progress.say(line);
  // One that can't be had is said before anything is built for it.
  if (options.network) await abortable(findNetwork(options.network, say), signal);
  const contestants = asked.filter((one) => stacks.some(({ stack }) => stack.name === one.stack));

  cleanUp.defer(() => progress.done());
  const work = await mkdtemp(path.join(tmpdir(), 'meteor-vs-mean-'));
  cleanUp.defer(() => rm(work, { recursive: true, force: true }));

  progress.step('Starting MongoDB');
  const mongo = await abortable(startMongo({ log: say }), signal);
  cleanUp.defer(() => mongo.stop());
  progress.say(mongo.description);
  assertNeutral(mongo.url);
  const client = await MongoClient.connect(mongo.url, { serverSelectionTimeoutMS: 5000 });
  cleanUp.defer(() => client.close());
  const mongoRead = await mongoFacts(client, mongo.source);
  signal.throwIfAborted();

  const builds = await buildStacks(stacks, facts, work, progress, signal);
  // A ladder has every mode, and says which ones this Meteor hasn't.
  if (options.experiment !== 'ladder') {
    for (const { stack, mode } of contestants) builds.get(stack)?.checkMode(mode);
  }
  const folder = await createResultsFolder(place);
  cleanUp.defer(() => folder.discard());

  const cores = chooseCores({ ownMongod: mongo.source !== 'MONGO_URL' });
  // Before this process is bound to some of its cores: then they are all that it can see.
  const machine = machineWith(cores);
  await bind(cores, mongo.pid);
  // What makes it is on the cores of the generator, like all that is started from here on.
  const network = await openNetwork(options.network, client, say);
  cleanUp.defer(() => network.stop());

  const self = await newestOf('self', machine);
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
  return {
    bench,
    stacks: stacks.map(({ stack }) => stack),
    facts,
    contestants,
    mongo: { ...mongoRead, description: mongo.description },
    machine,
    self,
  };
}
