import { parseArgs } from 'node:util';
import { type Begun, begin, isToy as toyAsked } from '@meteor-vs-mean/bench';
import { countFrom } from './count.ts';

export const help = `npm run bench:browser [-- options]

The time from a click in one browser to the change in another, for each pair of stacks, both ways, and the JavaScript
that each app sends to a browser. Needs a Chromium. Without Meteor it measures MEAN alone.

  --count <number>  clicks a pair; default: 100
  --out <folder>    new; default: load-tests/results/<date>-browser
  --install         run Meteor's own installer without asking, if Meteor is missing
  --no-install      don't ask for it
  --help

TOY=1 before it makes three clicks a pair, which only show that the command works; its result says so.`;

export interface Options {
  /** Clicks a pair. */
  count: number;
  /** Where the result goes; not there yet. */
  out: string;
  /** The code that measures: read before anything is done. */
  git: Begun['git'];
  install: boolean | undefined;
  /** TOY=1: its result is none. */
  toy: boolean;
}

/**
 * @returns undefined if only help was wanted
 * @throws one line that names the option
 */
export async function optionsFrom(args: string[], toy = toyAsked()): Promise<Options | undefined> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      count: { type: 'string', default: toy ? '3' : '100' },
      out: { type: 'string' },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const count = countFrom(values.count, 'clicks');
  const { place: out, git } = await begin({ out: values.out, name: 'browser', toy });
  return { count: toy ? Math.min(count, 3) : count, out, git, install: values.install, toy };
}
