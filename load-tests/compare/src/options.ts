import { parseArgs } from 'node:util';
import { list, OptionError, oneOf, seconds, whole } from '@meteor-vs-mean/bench';
import type { Link } from '@meteor-vs-mean/proxies';
import type { Experiment } from '@meteor-vs-mean/report';
import { parseLink } from './link.ts';
import { asToy } from './toy.ts';

/** What a run was asked to do; parsed once, here. */
export interface Options {
  readonly experiment: Experiment;
  readonly stacks: readonly string[];
  /** Empty: each stack's default. `oplog` goes to every stack that has it, `meteor:oplog` to that one. */
  readonly modes: readonly string[];
  readonly transports: readonly string[];
  readonly scenarios: readonly ScenarioName[];
  readonly clients: number;
  /** Writes a second. */
  readonly rate: number;
  readonly duration_s: number;
  /** Seconds to wait for what hasn't come after the last write; then it is lost. */
  readonly drain_s: number;
  /** Pairs of rounds, `--rounds`; of a full run, the most. */
  readonly pairs: number;
  /** Clients at each step of the memory rounds. The first ones also warm the app up: what it loads once is in the intercept. */
  readonly steps: readonly number[];
  /** How many starts of the app the memory lines are fitted over. */
  readonly starts: number;
  /** Seconds at each step of the memory rounds in which the CPU of clients that only hold is read; 0: it isn't. */
  readonly idle_s: number;
  /** The most subscribers that a knee search tries; `--most`. */
  readonly most: number;
  /** When a full run no longer begins a pair, or a knee search a trial. */
  readonly limit_s: number;
  /** Processes that receive; undefined: as many as it takes. */
  readonly generators: number | undefined;
  readonly seed: number;
  /** Between the generator and the apps; null: nothing. */
  readonly network: Link | null;
  readonly out: string | undefined;
  readonly json: boolean;
  /** Undefined: ask on a terminal, don't install elsewhere. */
  readonly install: boolean | undefined;
  readonly strict: boolean;
  /** TOY=1: the smallest run there is, which shows that the command works, and nothing else. */
  readonly toy: boolean;
}

export type Command = { do: 'run'; options: Options } | { do: 'help' } | { do: 'list' };

export const scenarioNames = ['fan-out', 'fan-out-lists', 'fan-out-window', 'idle-clients'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** What `compare` does; without a flag it is `quick`. */
const flags = ['full', 'control', 'knee', 'ladder', 'self'] as const;

/** All of them, as they are named in a manifest. */
export const experiments: readonly Experiment[] = ['quick', ...flags];

/** What isn't asked for otherwise. */
interface Defaults {
  scenarios: string;
  duration: string;
  rounds: string;
  steps: string;
  starts: string;
  idle: string;
  /** Seconds. */
  drain: number;
}

const quick: Defaults = {
  scenarios: 'fan-out,idle-clients',
  duration: '4',
  rounds: '4',
  steps: '20,100,200,300',
  starts: '1',
  // A second says nothing of it, and more would take too long.
  idle: '0',
  drain: 2,
};

const defaults: Record<Experiment, Defaults> = {
  quick,
  full: {
    ...quick,
    drain: 3,
    duration: '8',
    rounds: '48',
    steps: '20,100,200,300,400',
    starts: '3',
    idle: '5',
  },
  control: { ...quick, drain: 3, duration: '8', rounds: '6', starts: '2', idle: '5' },
  // Meteor polls every 10 s: what it finds then is late, not lost.
  ladder: { ...quick, duration: '5', rounds: '2', idle: '5', drain: 11 },
  knee: quick,
  self: quick,
};

const limits: Partial<Record<Experiment, string>> = { full: '30m', knee: '45m' };

/** Options of every run, */
const ofAll = ['transport', 'seed', 'out', 'json'] as const;
/** of one that starts apps, */
const ofApps = [
  ...['stacks', 'modes', 'generators', 'latency', 'jitter', 'loss'],
  ...['install', 'no-install', 'strict'],
] as const;
/** and of one whose rounds are fixed beforehand. */
const ofRounds = ['scenarios', 'clients', 'rate', 'duration', 'rounds', 'steps', 'starts', 'idle'] as const;

/** What each experiment can be told. What it can't use is refused: a manifest names nothing that had no effect. */
const allowed: Record<Experiment, readonly string[]> = {
  quick: [...ofAll, ...ofApps, ...ofRounds],
  full: [...ofAll, ...ofApps, ...ofRounds, 'limit'],
  control: [...ofAll, ...ofApps, ...ofRounds],
  ladder: [...ofAll, ...ofApps, ...ofRounds],
  knee: [...ofAll, ...ofApps, 'limit', 'most'],
  self: ofAll,
};

/**
 * @param args as in process.argv, without node and the script
 * @param known names to check `--stacks` against, and whether TOY=1 asks for a toy
 * @throws OptionError
 */
export function parseOptions(
  args: readonly string[],
  known: { stacks: readonly string[]; toy?: boolean },
): Command {
  const values = read(args);
  if (values.help) return { do: 'help' };
  if (values.list) return { do: 'list' };
  if (values.install && values['no-install']) {
    throw new OptionError('--install and --no-install exclude each other: give one of them');
  }
  const experiment = experimentOf(values);
  assertAllowed(Object.keys(values), experiment);
  const otherwise = defaults[experiment];
  const steps = list(values.steps ?? otherwise.steps).map((text) => whole('steps', text, 0, 20_000));
  if (new Set(steps).size < 2)
    throw new OptionError('--steps needs two different numbers at least, as in 20,100,200');
  const options: Options = {
    experiment,
    stacks: oneOf('stacks', list(values.stacks ?? 'meteor,mean'), known.stacks),
    modes: list(values.modes ?? ''),
    transports: list(values.transport ?? ''),
    scenarios: oneOf('scenarios', list(values.scenarios ?? otherwise.scenarios), scenarioNames),
    clients: whole('clients', values.clients ?? '200', 1, 20_000),
    rate: whole('rate', values.rate ?? '20', 1, 10_000),
    duration_s: whole('duration', values.duration ?? otherwise.duration, 1, 3600),
    drain_s: otherwise.drain,
    pairs: whole('rounds', values.rounds ?? otherwise.rounds, 1, 1000),
    steps: steps.toSorted((a, b) => a - b),
    starts: whole('starts', values.starts ?? otherwise.starts, 1, 100),
    idle_s: whole('idle', values.idle ?? otherwise.idle, 0, 600),
    limit_s: seconds('limit', values.limit ?? limits[experiment] ?? '24h'),
    most: whole('most', values.most ?? '5000', 10, 20_000),
    generators: values.generators === undefined ? undefined : whole('generators', values.generators, 1, 64),
    seed: whole('seed', values.seed ?? '1', 0, 2 ** 32 - 1),
    network: parseLink(values),
    out: values.out,
    json: values.json ?? false,
    install: values.install ? true : values['no-install'] ? false : undefined,
    strict: values.strict ?? false,
    toy: known.toy ?? false,
  };
  return { do: 'run', options: Object.freeze(options.toy ? asToy(options) : options) };
}

function experimentOf(values: Partial<Record<(typeof flags)[number], boolean>>): Experiment {
  const [experiment = 'quick', second] = flags.filter((flag) => values[flag]);
  if (second === undefined) return experiment;
  throw new OptionError(`--${experiment} and --${second} exclude each other: one experiment a run`);
}

function assertAllowed(given: readonly string[], experiment: Experiment): void {
  const runs: readonly string[] = experiments;
  const refused = given.filter((name) => !runs.includes(name) && !allowed[experiment].includes(name));
  if (refused.length === 0) return;
  const takers = (name: string) => experiments.filter((one) => allowed[one].includes(name)).map(nameOf);
  const each = [...Map.groupBy(refused, (name) => takers(name).join(', '))].map(
    ([those, names]) =>
      `${names.map((name) => `--${name}`).join(', ')} ${names.length === 1 ? 'goes' : 'go'} with ` +
      those.replace(/, ([^,]*)$/, ' or $1'),
  );
  throw new OptionError(
    `${each.join('; ')}. ${nameOf(experiment).replace('a run', 'A run')} makes no use of that: leave it out`,
  );
}

function nameOf(experiment: Experiment): string {
  return experiment === 'quick' ? 'a run without experiment' : `--${experiment}`;
}

/** What was given; defaults come later, so that it can be told what wasn't. */
function read(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        stacks: { type: 'string' },
        modes: { type: 'string' },
        transport: { type: 'string' },
        scenarios: { type: 'string' },
        clients: { type: 'string' },
        rate: { type: 'string' },
        duration: { type: 'string' },
        rounds: { type: 'string' },
        steps: { type: 'string' },
        starts: { type: 'string' },
        idle: { type: 'string' },
        limit: { type: 'string' },
        most: { type: 'string' },
        generators: { type: 'string' },
        seed: { type: 'string' },
        latency: { type: 'string' },
        jitter: { type: 'string' },
        loss: { type: 'string' },
        out: { type: 'string' },
        full: flag,
        control: flag,
        knee: flag,
        ladder: flag,
        self: flag,
        json: flag,
        list: flag,
        help: { type: 'boolean', short: 'h' },
        install: flag,
        'no-install': flag,
        strict: flag,
      },
    }).values;
  } catch (error) {
    throw new OptionError(
      `${(error as Error).message.split('. ')[0]}. \`npm run compare -- --help\` lists the options`,
    );
  }
}
