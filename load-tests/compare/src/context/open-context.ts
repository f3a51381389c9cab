import type { AppContestant, Machine, MongoFacts } from '@meteor-vs-mean/measure/results';
import type { Opening } from '@meteor-vs-mean/measure/run';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { assertNeutral } from '@meteor-vs-mean/testbed/apps';
import { findNetwork } from '@meteor-vs-mean/testbed/network';
import { abortable } from '@meteor-vs-mean/testbed/process';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import { choicesOf } from '../contestants/choices.ts';
import { type Choices, chooseContestants } from '../contestants/contestants.ts';
import { buildStacks, type Facts, findStacks, withoutMeteor } from '../contestants/find-stacks.ts';
import type { Options } from '../options/options.ts';
import type { Context } from './context.ts';
import { bind, chooseCores } from './cores.ts';
import { machineWith } from './machine.ts';
import { mongoFacts } from './mongo-facts.ts';
import { type Between, openNetwork } from './network.ts';

/** What is done to the rounds from outside, to see that the bench notices it. */
export interface Interference extends Pick<Context, 'onRound'> {
  /** True: a void round isn't run again, since what is done to it was meant for one round. */
  noneAgain?: boolean;
  /** In the place of a network. */
  between?: Between;
}

/** All that rounds need, and what is known of it. */
export interface OpenContext {
  context: Context;
  /** Of those that are here. */
  stacks: readonly Choices[];
  facts: Facts;
  /** Their modes and transports that were asked for, or their defaults. */
  contestants: readonly AppContestant[];
  mongo: Omit<MongoFacts, 'writeConcern'> & { description: string };
  machine: Machine;
}

/**
 * Finds and builds the stacks, starts MongoDB, makes the network, and divides the cores.
 * @throws what is missing, and what to do
 */
export async function openContext(
  asked: Options,
  opening: Opening,
  { between, onRound }: Interference,
): Promise<OpenContext> {
  const { id, work, files, progress, signal, cleanUp } = opening;
  const choicesIn = ({ stacks, serverTransports }: Options, built: ReadonlyMap<string, Build>) =>
    stacks.flatMap((name) => choicesOf(name, built, serverTransports));
  // Names are checked against all that were asked for, also those that turn out not to be here.
  chooseContestants(choicesIn(asked, new Map()), asked);
  const found = await abortable(findStacks(asked, progress), signal);
  const { options, stacks, facts } = await abortable(withoutMeteor(asked, found), signal);
  const say = (line: string) => progress.say(line);
  // One that can't be had is said before anything is built for it.
  if (options.network) await abortable(findNetwork(options.network, say), signal);

  progress.step('Starting MongoDB');
  const testbed = cleanUp.use(await openTestbed({ signal, log: say, name: id }));
  const { mongo, client } = testbed;
  progress.say(mongo.description);
  assertNeutral(mongo.url);
  const mongoRead = await mongoFacts(client, mongo.source);
  signal.throwIfAborted();

  const builds = await buildStacks(stacks, facts, work, progress, signal);
  const all = choicesIn(options, builds);
  const contestants = chooseContestants(all, options).filter(({ stack }) => builds.has(stack));
  for (const { stack, variant } of contestants) {
    if (variant.serverTransport) builds.get(stack)?.checkServerTransport?.(variant.serverTransport);
  }
  // A ladder has every mode, and says which ones this Meteor hasn't.
  if (options.experiment !== 'ladder') {
    for (const { stack, mode } of contestants) builds.get(stack)?.checkMode(mode);
  }
  const ownMongod = mongo.source !== 'MONGO_URL';
  const cores = chooseCores({
    ownMongod,
    isAppAlone: options.experiment === 'capacity',
  });
  // Before this process is bound to some of its cores: then they are all that it can see.
  const machine = machineWith(cores);
  await bind(cores, ownMongod ? mongo.pid : undefined);
  // What makes it is on the cores of the generator, like all that is started from here on.
  const network = await openNetwork(options.network, client, say);
  cleanUp.defer(() => network.stop());

  const context: Context = {
    id,
    options,
    testbed,
    builds,
    files,
    work,
    progress,
    signal,
    between: between ?? network.between,
    network: network.network,
    ...(onRound ? { onRound } : {}),
    cores,
  };
  return {
    context,
    stacks: all.filter(({ name }) => builds.has(name)),
    facts,
    contestants,
    mongo: { ...mongoRead, description: mongo.description },
    machine,
  };
}
