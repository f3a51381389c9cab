import { readOptions } from '@meteor-vs-mean/testbed/process';
import { compareCommand, type Options, optionsFrom } from '../src/options/options.ts';

/** What `npm run compare` makes of what was typed. @throws OptionError */
export function parsed(...args: string[]): Options {
  const given = readOptions(compareCommand, args);
  if (given === undefined) throw new Error('help was asked for');
  return optionsFrom(given);
}
