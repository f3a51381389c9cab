import { parseArgs } from 'node:util';
import { type Begun, begin, isToy as toyAsked } from '@meteor-vs-mean/bench';

export const help = `npm run breaks [-- options]

Two ways in which a live app breaks, on each stack: a client that stops reading (what the server's memory does, and
when the client is cut off), and a write through one instance that a subscriber of another one waits for (in each
mode). Without Meteor it measures MEAN alone. Takes five minutes.

  --out <folder>    new; default: load-tests/results/<date>-breaks
  --install         run Meteor's own installer without asking, if Meteor is missing
  --no-install      don't ask for it
  --help

TOY=1 before it makes a run of a few seconds that only shows that the command works; its result says so.`;

export interface Options {
  /** Where the result goes; not there yet. */
  out: string;
  /** The code that measures: read before anything is done. */
  git: Begun['git'];
  install: boolean | undefined;
  /** It shows that the command works, and nothing else. */
  isToy: boolean;
  slowClient: SlowClientLoad;
  instances: InstancesLoad;
}

export interface SlowClientLoad {
  /** So many updates of messages, straight into MongoDB, */
  batch: number;
  /** and again after so long. */
  period_s: number;
  /** Of each message's text: as many as methods may write. */
  characters: number;
  /** When the client is stopped, from the first write on. */
  stop_s: number;
  /** Long enough for a heartbeat to miss it, and for a socket that nobody answers on to be closed. */
  duration_s: number;
}

export interface InstancesLoad {
  writes: number;
  rate_per_s: number;
  /** How long the last write is waited for. Meteor's polling looks every 10 s. */
  drain_s: number;
}

const real = {
  slowClient: { batch: 1000, period_s: 2.5, characters: 2000, stop_s: 8, duration_s: 75 },
  instances: { writes: 40, rate_per_s: 4, drain_s: 12 },
};
const toy = {
  slowClient: { batch: 20, period_s: 0.2, characters: 200, stop_s: 0.5, duration_s: 2 },
  instances: { writes: 4, rate_per_s: 8, drain_s: 1 },
};

/**
 * @returns undefined if only help was wanted
 * @throws one line that names the option
 */
export async function optionsFrom(args: string[], isToy = toyAsked()): Promise<Options | undefined> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      out: { type: 'string' },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const { place: out, git } = await begin({ out: values.out, name: 'breaks', toy: isToy });
  return { out, git, install: values.install, isToy, ...(isToy ? toy : real) };
}
