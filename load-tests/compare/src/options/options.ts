import { type MeasuringOptions, measuringOptions } from '@meteor-vs-mean/measure/run';
import { type ScenarioName, scenarioNames, scenarios } from '@meteor-vs-mean/scenarios';
import type { Link } from '@meteor-vs-mean/testbed/network';
import {
  type Command,
  duration_s,
  either,
  flag,
  type Given,
  list,
  namesFrom,
  OptionError,
  type OptionMap,
  value,
  wholeFrom,
} from '@meteor-vs-mean/testbed/process';
import { stackNamed, stackNames, stacks } from '@meteor-vs-mean/testbed/stacks';
import { audiences } from 'artillery-engine-pubsub';
import { delay_ms, linkOf, share } from './link.ts';
import {
  type Asked,
  accountsClients,
  type Extent,
  experiments,
  extents,
  standardOf,
  toyOf,
} from './sizes.ts';

/** What a run was asked to do; parsed once, here. */
export interface Options extends MeasuringOptions, Extent {
  readonly experiment: Asked;
  /** True if no stacks were named: without Meteor, MEAN is then compared with what is here. */
  readonly isOpen: boolean;
  /** Empty: each stack's default. `oplog` goes to every stack that has it, `meteor:oplog` to that one. */
  readonly modes: readonly string[];
  readonly transports: readonly string[];
  /** Empty: each stack's own. */
  readonly serverTransports: readonly string[];
  /** Whether the apps run with their guards: `on`, `off` or both. */
  readonly guards: readonly string[];
  readonly clients: number;
  /** Writes a second. */
  readonly rate: number;
  /** Numbers of processes that the app is measured as; empty unless that is the experiment. */
  readonly instances: readonly number[];
  /** The most users that a capacity search tries; `--most`. */
  readonly most: number;
  /** Processes that receive; undefined: as many as it takes. */
  readonly generators: number | undefined;
  /** Between the generator and the apps; null: nothing. */
  readonly network: Link | null;
  /** Undefined: ask on a terminal, don't install elsewhere. */
  readonly install: boolean | undefined;
  readonly strict: boolean;
}

/** Of all stacks. */
const serverTransports = [
  ...new Set(stacks.flatMap((stack) => (stack.serverTransports ?? []).map(({ name }) => name))),
];

export const compareCommand = {
  name: 'compare',
  about:
    'Compares stacks on one MongoDB. Without an experiment: two pairs of rounds and one start for memory with each of two\n' +
    'audiences, within three minutes, without intervals. An option that an experiment makes no use of is refused.',
  options: {
    full: flag('adds pairs until p50 and CPU are known to ±10 %, or for --limit 30m'),
    control: flag('each stack against itself, and with one thing of the bench changed'),
    ladder: flag('every mode, transport, writer, w: 1, and Meteor’s publication strategies'),
    capacity: flag('the most users that one core of each app carries with a p99 under 500 ms'),
    curve: flag(
      'CPU per write and p50 against the number of distinct live queries, up to the level that it fails',
    ),
    accounts: flag(
      'log-ins, private lists and clients that come back, on an app without other load; half an hour',
    ),
    instances: value(
      '1,2,4',
      'CPU and memory of so many instances of the app on one database, and what becomes of the clients of one that is killed',
      instancesFrom,
    ),
    stacks: value(
      'meteor,mean',
      `which stacks; also from another checkout, as in mean=../before; ${standardOf('stacks')}`,
      stackNames,
    ),
    modes: value('meteor:polling,mean:emit', 'how a stack learns of a write; default: its own', list),
    transport: value(
      'ddp,socketio',
      'what carries changes; a stack that has none of these uses its own',
      list,
    ),
    'server-transport': value(
      'sockjs,uws',
      'what carries ddp in Meteor’s server: sockjs, or from 3.5 on uws; default: its own',
      namesFrom(serverTransports),
    ),
    guards: value(
      'on,off',
      'whether the apps run with their guards; both: what the guards cost; default: on',
      namesFrom(['on', 'off']),
    ),
    scenarios: value(
      'fan-out,idle-clients',
      `of ${scenarioNames.join(', ')}; default: fan-out,idle-clients; --capacity fan-out,journey`,
      namesFrom(scenarioNames),
    ),
    audience: value(
      'one,own',
      `how many subscribers share one list: one (all of them), ten, own (each has its own); ${standardOf('audiences')}`,
      namesFrom(audiences),
    ),
    clients: value(
      '200',
      `subscribers; of --accounts (${accountsClients}) who come back at once`,
      wholeFrom(1, 20_000),
      200,
    ),
    rate: value('20', 'writes a second', wholeFrom(1, 10_000), 20),
    duration: value('4', `seconds of writing in each round; ${standardOf('duration_s')}`, wholeFrom(1, 3600)),
    rounds: value(
      '4',
      `pairs of rounds, A B B A: an even number balances the order; ${standardOf('pairs')} at the most`,
      wholeFrom(1, 1000),
    ),
    steps: value(
      '20,100,200',
      `clients at each step of the memory rounds; ${standardOf('steps')}`,
      stepsFrom,
    ),
    starts: value(
      '1',
      `starts of the app for each line of memory; ${standardOf('starts')}`,
      wholeFrom(1, 100),
    ),
    idle: value(
      '25',
      `seconds at each step in which the CPU of idle clients is read; ${standardOf('idle_s')}`,
      wholeFrom(0, 600),
    ),
    levels: value(
      '1,10,100',
      `of --curve: distinct live queries at each level; ${standardOf('levels')}`,
      levelsFrom,
    ),
    generators: value('1', 'processes that receive; default: as many as it takes', wholeFrom(1, 64)),
    limit: value(
      '30m',
      'of --full, --capacity and --curve: when no more rounds are begun; default: 30m, 90m, 45m',
      duration_s,
    ),
    most: value('5000', 'of --capacity: users that are tried at the most', wholeFrom(10, 20_000), 5000),
    latency: value('40ms', 'one way, between the clients and the apps, by toxiproxy', delay_ms, '0ms'),
    jitter: value('5ms', 'by how much the latency varies', delay_ms, '0ms'),
    loss: value('1%', 'packets that are lost there; only where the kernel has netem', share, '0%'),
    ...measuringOptions,
    list: flag('prints stacks, modes, transports, scenarios and experiments'),
    install: either('run Meteor’s own installer without asking, if Meteor is missing', 'don’t ask for it'),
    strict: flag('a stack that can’t be run is an error'),
  },
  headings: {
    full: 'Experiments:',
    stacks: 'What is measured, and how much:',
    seed: 'The run:',
  },
  notes: 'Exit status: 0 done, 1 it failed, 2 no figures, 130 stopped by Ctrl-C.',
} satisfies Command<OptionMap>;

type CompareGiven = Given<(typeof compareCommand)['options']>;

/** @throws OptionError */
export function optionsFrom({ values, typed }: CompareGiven): Options {
  const [experiment = 'quick', second] = experiments.filter((one) => one !== 'quick' && values[one]);
  if (second !== undefined) {
    throw new OptionError(`--${experiment} and --${second} exclude each other: one experiment a run`);
  }
  const names = [...typed].map((name) => (name === 'install' && !values.install ? 'no-install' : name));
  assertUsed(names, experiment);
  if (values['server-transport'] && values.stacks?.every((name) => !stackNamed(name).serverTransports)) {
    throw new OptionError(
      `--server-transport: ${values.stacks.join(', ')} has nothing to choose: leave it out`,
    );
  }
  const extent = extents[experiment];
  const unfit = values.scenarios?.find((name) => !isFit(name, experiment));
  if (unfit !== undefined) throw new OptionError(`--scenarios ${unfit}: not with ${nameOf(experiment)}`);
  const options: Options = {
    experiment,
    isOpen: experiment === 'quick' && !values.stacks && !values.modes && !values.toy,
    size: values.toy ? 'toy' : experiment === 'quick' ? 'quick' : 'full',
    stacks: values.stacks ?? (values.toy ? extents.quick : extent).stacks,
    modes: values.modes ?? [],
    transports: values.transport ?? [],
    serverTransports: values['server-transport'] ?? [],
    guards: values.guards ?? ['on'],
    scenarios: values.scenarios ?? extent.scenarios,
    audiences: values.audience ?? extent.audiences,
    clients: experiment === 'accounts' && !typed.has('clients') ? accountsClients : values.clients,
    rate: values.rate,
    duration_s: values.duration ?? extent.duration_s,
    drain_s: extent.drain_s,
    pairs: values.rounds ?? extent.pairs,
    steps: values.steps ?? extent.steps,
    starts: values.starts ?? extent.starts,
    idle_s: values.idle ?? extent.idle_s,
    levels: values.levels ?? extent.levels,
    limit_s: values.limit ?? extent.limit_s,
    instances: values.instances ?? [],
    most: values.most,
    generators: values.generators,
    seed: values.seed,
    network: linkOf(values),
    out: values.out,
    json: values.json,
    install: values.install,
    strict: values.strict,
  };
  return Object.freeze(options.size === 'toy' ? toyOf(options) : options);
}

function stepsFrom(text: string): number[] {
  const steps = new Set(list(text).map(wholeFrom(0, 20_000)));
  if (steps.size < 2) throw new OptionError('needs two different numbers at least, as in 20,100,200');
  return [...steps].sort((a, b) => a - b);
}

function levelsFrom(text: string): number[] {
  return [...new Set(list(text).map(wholeFrom(1, 20_000)))].sort((a, b) => a - b);
}

function instancesFrom(text: string): number[] {
  const counts = [...new Set(list(text).map(wholeFrom(1, 16)))].sort((a, b) => a - b);
  if (counts.every((count) => count === 1)) {
    throw new OptionError('needs a number above 1 among them, as in 1,2,4');
  }
  return counts;
}

/** Only a capacity has users that follow a flow, and of the other scenarios it has one. */
function isFit(name: ScenarioName, experiment: Asked): boolean {
  const isOfUsers = scenarios[name].kind === 'users';
  return experiment === 'capacity' ? isOfUsers || name === 'fan-out' : !isOfUsers;
}

const ofRounds: readonly Asked[] = ['quick', 'full', 'control', 'ladder'];
const ofDeliveries: readonly Asked[] = [...ofRounds, 'instances'];
const withRate: readonly Asked[] = [...ofDeliveries, 'curve'];
const ofApps: readonly Asked[] = [...withRate, 'capacity'];
const withAccounts = (those: readonly Asked[]): readonly Asked[] => [...those, 'accounts'];

type Typed = keyof (typeof compareCommand)['options'] | 'no-install';
/** Goes with all of them. */
type Common = Asked | 'list' | keyof typeof measuringOptions;

/** Which experiments make use of an option. */
const users: Record<Exclude<Typed, Common>, readonly Asked[]> = {
  stacks: withAccounts(ofApps),
  modes: ofApps,
  transport: ofApps,
  'server-transport': ofApps,
  generators: ofApps,
  latency: ofApps,
  jitter: ofApps,
  loss: ofApps,
  install: withAccounts(ofApps),
  'no-install': withAccounts(ofApps),
  strict: ofApps,
  guards: ['quick', 'full'],
  scenarios: [...ofRounds, 'capacity'],
  audience: [...ofDeliveries, 'capacity'],
  clients: withAccounts(ofDeliveries),
  rate: withRate,
  duration: withRate,
  rounds: withAccounts(withRate),
  steps: withAccounts(ofRounds),
  starts: ofRounds,
  idle: ofRounds,
  levels: ['curve'],
  limit: ['full', 'capacity', 'curve'],
  most: ['capacity'],
};

/** An option without effect is refused: a manifest names nothing that had none. */
function assertUsed(typed: readonly string[], experiment: Asked): void {
  const usersOf = (name: string) => (users as Partial<Record<string, readonly Asked[]>>)[name] ?? experiments;
  const refused = typed.filter((name) => !usersOf(name).includes(experiment));
  if (refused.length === 0) return;
  const each = [...Map.groupBy(refused, (name) => usersOf(name).map(nameOf).join(', '))].map(
    ([those, names]) =>
      `${names.map((name) => `--${name}`).join(', ')} ${names.length === 1 ? 'goes' : 'go'} with ` +
      those.replace(/, ([^,]*)$/, ' or $1'),
  );
  throw new OptionError(
    `${each.join('; ')}. ${nameOf(experiment).replace('a run', 'A run')} makes no use of that: leave it out`,
  );
}

function nameOf(experiment: Asked): string {
  return experiment === 'quick' ? 'a run without experiment' : `--${experiment}`;
}
