import { parseArgs } from 'node:util';
import { OptionError, whole } from '@meteor-vs-mean/bench';
import type { Size } from './experiment.ts';
import { type ExperimentName, experimentNames } from './experiments.ts';

/** What a run was asked to do; parsed once, here. */
export interface Options {
  readonly experiments: readonly ExperimentName[];
  readonly size: Size;
  /** TOY=1: of each experiment one load on two targets, at toy size. It shows that the command works, and nothing else. */
  readonly small: boolean;
  /** Undefined: the experiment's own. */
  readonly repeats: number | undefined;
  readonly seed: number;
  readonly out: string | undefined;
  readonly json: boolean;
}

export type Command = { do: 'run'; options: Options } | { do: 'help' } | { do: 'list' };

export const help = `Runs published experiments about transports again, on today's versions.

  npm run lab                    lists them
  npm run lab -- <name>          runs one, or several
  npm run lab -- all             runs all of them

  --quick                     two minutes an experiment: fewer rows, two repeats, no intervals
  --repeats 6                 of everything; six and more carry intervals. An even number balances the order
  --seed 1                    of what is random
  --out <folder>              where the results go (default: a new folder under load-tests/results);
                              of several experiments a folder each in it
  --json                      prints summary.json alone on standard output (npm run -s keeps npm quiet);
                              of several experiments an array of them
  --help

TOY=1 before it makes a run of a few seconds that only shows that the command works; its results say so.

Exit status: 0 done, 1 it failed, 2 too few valid rounds, 130 stopped by Ctrl-C.`;

/**
 * @param args as in process.argv, without node and the script
 * @param toy whether TOY=1 asks for the smallest run there is, whatever else is asked for
 * @throws OptionError
 */
export function parseOptions(args: readonly string[], { toy = false }: { toy?: boolean } = {}): Command {
  const { values, positionals } = read(args);
  if (values.help) return { do: 'help' };
  if (positionals.length === 0) {
    const [flag] = Object.keys(values);
    if (flag === undefined) return { do: 'list' };
    throw new OptionError(
      `--${flag} goes with an experiment: name one (${experimentNames.join(', ')}), or all`,
    );
  }
  return {
    do: 'run',
    options: Object.freeze({
      experiments: chosen(positionals),
      size: toy ? 'toy' : sizeOf(values),
      small: toy,
      repeats: toy ? 1 : repeatsOf(values.repeats),
      seed: whole('seed', values.seed ?? '1', 0, 2 ** 31),
      out: values.out,
      json: values.json ?? false,
    }),
  };
}

function chosen(names: readonly string[]): ExperimentName[] {
  if (names.includes('all')) return [...experimentNames];
  const unknown = names.find((name) => !experimentNames.some((known) => known === name));
  if (unknown !== undefined) {
    throw new OptionError(
      `There is no experiment "${unknown}": known are ${experimentNames.join(', ')}, and all`,
    );
  }
  return experimentNames.filter((name) => names.includes(name));
}

function sizeOf({ quick = false, toy = false }: { quick?: boolean; toy?: boolean }): Size {
  if (quick && toy) throw new OptionError('--quick and --toy exclude each other');
  return toy ? 'toy' : quick ? 'quick' : 'whole';
}

function read(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: flag,
        // For tests: whether the counts are right, in seconds. Its figures say nothing.
        toy: flag,
        repeats: text,
        seed: text,
        out: text,
        json: flag,
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new OptionError(`${(error as Error).message.split('. ')[0]}. --help lists the options`);
  }
}

function repeatsOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : whole('repeats', text, 1, 1000);
}
