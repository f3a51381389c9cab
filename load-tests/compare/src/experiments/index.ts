import type { AppContestant } from '@meteor-vs-mean/measure/results';
import { type Choices, chooseContestants } from '../contestants/contestants.ts';
import type { Options } from '../options/options.ts';
import { capacity } from './capacity.ts';
import { control } from './control.ts';
import { curve } from './curve.ts';
import { full } from './full.ts';
import { instances } from './instances.ts';
import { ladder } from './ladder.ts';
import type { ExperimentPlan, Setting } from './plan.ts';
import { quick } from './quick.ts';

/** What experiments are made of, besides the options. */
interface Ingredients {
  /** Of the stacks that are here. */
  stacks: readonly Choices[];
  /** Their modes and transports that were asked for, or their defaults. */
  contestants: readonly AppContestant[];
  setting: Setting;
}

/** The experiments that are made of rounds. */
export const plans = {
  quick: (options, { contestants, stacks }) => quick(options, contestants, stacks),
  full: (options, { contestants, stacks }) => full(options, contestants, stacks),
  capacity: (options, { stacks }) =>
    capacity(options, chooseContestants(stacks, { ...options, audiences: ['one'] })),
  control: (options, { stacks, contestants, setting }) => control(options, contestants, stacks, setting),
  curve: (options, { contestants }) => curve(options, contestants),
  instances: (options, { contestants, stacks, setting }) => instances(options, contestants, stacks, setting),
  ladder: (options, { stacks, setting }) => ladder(options, stacks, setting),
} satisfies Record<string, (options: Options, ingredients: Ingredients) => ExperimentPlan>;
