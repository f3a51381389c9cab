import { parseArgs } from 'node:util';
import { type Begun, begin, isToy as toyAsked } from '@meteor-vs-mean/bench';
import { countFrom } from '../count.ts';

export const help = `npm run trace [-- options]

The way of a write through each stack, step by step: from the key or the click in one browser to the row in another,
seen by relays between browsers, app and MongoDB. Needs a Chromium. Without Meteor it traces MEAN alone.

  --count <number>  writes of each kind on each stack, with relays and again without; default: 120
  --out <folder>    new; default: load-tests/results/<date>-trace
  --install         run Meteor's own installer without asking, if Meteor is missing
  --no-install      don't ask for it
  --help

TOY=1 before it makes a run of a few seconds that only shows that the command works; its result says so.`;

export interface Options {
  /** Writes of each kind on each stack. */
  count: number;
  /** So many of each kind come before the first that counts: compilers have to see first what is used. */
  warmUp: number;
  /** It shows that the command works, and nothing else. */
  isToy: boolean;
  /** Where the result goes; not there yet. */
  out: string;
  /** The code that measures: read before anything is done. */
  git: Begun['git'];
  install: boolean | undefined;
}

/**
 * @returns undefined if only help was wanted
 * @throws one line that names the option
 */
export async function optionsFrom(args: string[], isToy = toyAsked()): Promise<Options | undefined> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      count: { type: 'string', default: '120' },
      out: { type: 'string' },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const count = countFrom(values.count, 'writes');
  const { place: out, git } = await begin({ out: values.out, name: 'trace', toy: isToy });
  return {
    ...(isToy ? { count: 3, warmUp: 2 } : { count, warmUp: 20 }),
    isToy,
    out,
    git,
    install: values.install,
  };
}
