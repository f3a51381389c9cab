import { type MeasuringOptions, measuringOptions } from '@meteor-vs-mean/measure/run';
import {
  type Command,
  flag,
  type Given,
  OptionError,
  type OptionMap,
  value,
  wholeFrom,
} from '@meteor-vs-mean/testbed/process';
import { type ExperimentName, experimentNames } from './experiment.ts';

/** What a run was asked to do; parsed once, here. */
export interface Options extends MeasuringOptions {
  readonly experiments: readonly ExperimentName[];
  /** Undefined: the experiment's own. */
  readonly repeats: number | undefined;
}

export const labCommand = {
  name: 'lab',
  usage: `npm run lab                    lists the experiments
npm run lab -- <name> ...      runs one, or several; all runs all of them`,
  about: 'Runs published experiments about transports again, on today’s versions.',
  words: '<name>',
  options: {
    quick: flag('two minutes an experiment: fewer rows, two pairs, no intervals'),
    repeats: value(
      '6',
      'how many pairs; from six on ratios have intervals, an even number balances the order',
      wholeFrom(1, 1000),
    ),
    ...measuringOptions,
  },
  notes: `Of several experiments, --out gets a folder each, and --json prints an array.
Exit status: 0 done, 1 it failed, 2 no figures, 130 stopped by Ctrl-C.`,
} satisfies Command<OptionMap>;

type LabGiven = Given<(typeof labCommand)['options']>;

/** @throws OptionError */
export function optionsFrom({ values, words }: LabGiven): Options {
  const { quick, toy, seed, out, json } = values;
  if (quick && toy) throw new OptionError('--quick and --toy exclude each other');
  return Object.freeze({
    experiments: chosen(words),
    size: toy ? 'toy' : quick ? 'quick' : 'full',
    repeats: toy ? 1 : values.repeats,
    seed,
    out,
    json,
  });
}

function chosen(names: readonly string[]): ExperimentName[] {
  if (names.length === 0) {
    throw new OptionError(`Options go with an experiment: name one (${experimentNames.join(', ')}), or all`);
  }
  if (names.includes('all')) return [...experimentNames];
  const unknown = names.find((name) => !experimentNames.some((known) => known === name));
  if (unknown !== undefined) {
    throw new OptionError(
      `There is no experiment "${unknown}": known are ${experimentNames.join(', ')}, and all`,
    );
  }
  return experimentNames.filter((name) => names.includes(name));
}
