import { parseArgs } from 'node:util';
import type { Link } from '@meteor-vs-mean/proxies';
import { parseLink } from './link.ts';
import { OptionError } from './option-error.ts';

/** What a run was asked to do; parsed once, here. */
export interface Options {
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
  /** Pairs of rounds; `--rounds`. */
  readonly pairs: number;
  /** Clients at each step of the memory rounds. The first ones also warm the app up: what it loads once is in the intercept. */
  readonly steps: readonly number[];
  /** How many starts of the app the memory lines are fitted over. */
  readonly starts: number;
  /** Seconds at each step of the memory rounds in which the CPU of clients that only hold is read. */
  readonly idle_s: number;
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
}

export type Command = { do: 'run'; options: Options } | { do: 'help' } | { do: 'list' };

export { OptionError };

export const scenarioNames = ['fan-out', 'fan-out-lists', 'fan-out-window', 'idle-clients'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export const help = `Compares Meteor and MEAN on one MongoDB.

  npm run compare -- [options]

  --stacks meteor,mean        which stacks; a single one is measured without a ratio
  --modes meteor:polling,mean:emit   how a stack learns of a write; default meteor:oplog,mean:changestream
  --transport ddp,socketio    what carries it; a stack that has none of these uses its default
  --scenarios fan-out,idle-clients   also fan-out-window
  --clients 200               subscribers in one list
  --rate 20                   writes a second
  --duration 5                seconds of writing in each round
  --rounds 3                  pairs of rounds, A B B A; an even number balances the order
  --steps 20,100,200,300      clients at each step of the memory rounds
  --starts 1                  starts of the app for each line of memory
  --generators 1              processes that receive; default: as many as it takes
  --seed 1                    of the schedules
  --latency 40ms --jitter 5ms  one way, between the clients and the apps, by toxiproxy
  --loss 1%                   packets lost there; only where the kernel has netem
  --out <folder>              where the results go (default: a new folder under load-tests/results)
  --json                      prints summary.json alone on standard output (npm run -s keeps npm quiet)
  --list                      prints stacks, modes, transports and scenarios
  --install, --no-install     run Meteor's own installer without asking, or never
  --strict                    a stack that can't be run is an error
  --help

Exit status: 0 done, 1 it failed, 2 too few valid rounds, 130 stopped by Ctrl-C.`;

/**
 * @param args as in process.argv, without node and the script
 * @param known names to check `--stacks` against
 * @throws OptionError
 */
export function parseOptions(args: readonly string[], known: { stacks: readonly string[] }): Command {
  const values = read(args);
  if (values.help) return { do: 'help' };
  if (values.list) return { do: 'list' };
  if (values.install && values['no-install']) {
    throw new OptionError('--install and --no-install exclude each other: give one of them');
  }
  const steps = list(values.steps).map((text) => whole('steps', text, 0, 20_000));
  if (new Set(steps).size < 2)
    throw new OptionError('--steps needs two different numbers at least, as in 20,100,200');
  return {
    do: 'run',
    options: Object.freeze({
      stacks: oneOf('stacks', list(values.stacks), known.stacks),
      modes: list(values.modes ?? ''),
      transports: list(values.transport ?? ''),
      scenarios: oneOf('scenarios', list(values.scenarios), scenarioNames),
      clients: whole('clients', values.clients, 1, 20_000),
      rate: whole('rate', values.rate, 1, 10_000),
      duration_s: whole('duration', values.duration, 1, 3600),
      drain_s: 3,
      pairs: whole('rounds', values.rounds, 1, 1000),
      steps: steps.toSorted((a, b) => a - b),
      starts: whole('starts', values.starts, 1, 100),
      idle_s: 1,
      generators: values.generators === undefined ? undefined : whole('generators', values.generators, 1, 64),
      seed: whole('seed', values.seed, 0, 2 ** 32 - 1),
      network: parseLink(values),
      out: values.out,
      json: values.json ?? false,
      install: values.install ? true : values['no-install'] ? false : undefined,
      strict: values.strict ?? false,
    }),
  };
}

function read(args: readonly string[]) {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        stacks: text('meteor,mean'),
        modes: { type: 'string' },
        transport: { type: 'string' },
        scenarios: text('fan-out,idle-clients'),
        clients: text('200'),
        rate: text('20'),
        duration: text('5'),
        rounds: text('3'),
        steps: text('20,100,200,300'),
        starts: text('1'),
        generators: { type: 'string' },
        seed: text('1'),
        latency: { type: 'string' },
        jitter: { type: 'string' },
        loss: { type: 'string' },
        out: { type: 'string' },
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

function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function oneOf<Name extends string>(option: string, names: string[], known: readonly Name[]): Name[] {
  const unknown = names.filter((name) => !known.includes(name as Name));
  if (names.length === 0 || unknown.length > 0) {
    const what =
      unknown.length > 0
        ? `there is no ${unknown.map((name) => `"${name}"`).join(', ')}`
        : 'nothing is named';
    throw new OptionError(`--${option}: ${what}; known are ${known.join(', ')}`);
  }
  return [...new Set(names as Name[])];
}

function whole(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
    throw new OptionError(`--${option} ${text}: must be a whole number from ${least} to ${most}`);
  }
  return value;
}
