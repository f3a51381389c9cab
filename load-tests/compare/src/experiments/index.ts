import type { Contestant } from '@meteor-vs-mean/report';
import type { Choices } from '../contestants.ts';
import type { Experiment, Setting } from '../experiment.ts';
import type { Options } from '../options.ts';
import { control } from './control.ts';
import { full } from './full.ts';
import { knee } from './knee.ts';
import { ladder } from './ladder.ts';
import { quick } from './quick.ts';

/** What experiments are made of, besides the options. */
export interface Ingredients {
  /** Of the stacks that are here. */
  stacks: readonly Choices[];
  /** Their modes and transports that were asked for, or their defaults. */
  contestants: readonly Contestant[];
  setting: Setting;
}

/** The experiments that are made of rounds. */
export const plans = {
  quick: (options, { contestants }) => quick(options, contestants),
  full: (options, { contestants }) => full(options, contestants),
  control: (options, { contestants, setting }) => control(options, contestants, setting),
  knee: ({ limit_s, most, toy }, { contestants }) => knee({ limit_s, most, toy }, contestants),
  ladder: (options, { stacks, setting }) => ladder(options, stacks, setting),
} satisfies Record<string, (options: Options, ingredients: Ingredients) => Experiment>;
