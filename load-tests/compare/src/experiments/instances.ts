import {
  type AppContestant,
  audienceOf,
  everyPair,
  type PlannedComparison,
} from '@meteor-vs-mean/measure/results';
import { withRetries } from '@meteor-vs-mean/measure/run';
import { type Choices, contestantOf, vary } from '../contestants/contestants.ts';
import type { Options } from '../options/options.ts';
import type { ExperimentPlan, Setting } from './plan.ts';
import { deliveryRounds, neededRounds } from './rounds.ts';

/** Meteor's polling looks every 10 s: what it finds then is late, not lost. */
const pollingDrain_s = 11;
/** Who sees a write through another instance, and what a killed one's clients miss, is an account: two rounds show it. */
const accountPairs = 2;

/**
 * Each base as so many instances, one of which serves nobody: what it uses is what an instance costs for following the
 * database. Then each mode with writers at one instance and subscribers at another. Then the most instances, of which one
 * is killed.
 * @param stacks of which the bases are
 */
export function instances(
  options: Options,
  bases: readonly AppContestant[],
  stacks: readonly Choices[],
  setting: Setting,
): ExperimentPlan {
  const { instances: counts, pairs } = options;
  const most = Math.max(...counts);
  const sized = counts.map((count) =>
    bases.map((base) => (count === 1 ? base : vary(base, { instances: { count, layout: 'idle' } }))),
  );
  const { apart, notRun } = apartOf(options, bases, stacks, setting);
  const killed = bases.map((base) => vary(base, { instances: { count: most, layout: 'killed' } }));
  const grown = sized.flat();
  const accounts = [...apart, ...killed];
  const few = Math.min(accountPairs, pairs);
  const rounds = [
    ...deliveryRounds(options, grown, pairs),
    ...deliveryRounds({ ...options, drain_s: apartDrain_s(options) }, apart, few),
    ...deliveryRounds(options, killed, few),
  ];
  return {
    contestants: [...grown, ...accounts],
    notRun,
    comparisons: [...sized.flatMap((same) => everyPair(same)), ...overOne(sized)],
    needed: [
      ...neededRounds(options, { of: grown, rounds: pairs }, []),
      ...neededRounds(options, { of: accounts, rounds: few }, []),
    ],
    total: rounds.length,
    rounds: (sofar) => withRetries(rounds, sofar),
  };
}

function apartDrain_s({ size, drain_s }: Options): number {
  return size === 'toy' ? drain_s : pollingDrain_s;
}

/** Two instances of every stack in each of its modes, or in those that were asked for: one is written to, the other watched. */
function apartOf(
  { modes: asked }: Options,
  bases: readonly AppContestant[],
  stacks: readonly Choices[],
  setting: Setting,
): { apart: AppContestant[]; notRun: ExperimentPlan['notRun'] } {
  const apart: AppContestant[] = [];
  const notRun: { what: string; reason: string }[] = [];
  for (const stack of stacks) {
    const carrier = stack.serverTransport?.name ?? null;
    const mine = bases.filter(
      ({ stack: name, variant }) => name === stack.name && variant.serverTransport === carrier,
    );
    const [first] = mine;
    if (!first) continue;
    for (const mode of asked.length > 0 ? new Set(mine.map((base) => base.mode)) : stack.modes) {
      const reason = setting.missingMode(stack.name, mode);
      if (reason !== null) notRun.push({ what: `${stack.name} ${mode}`, reason });
      else {
        const { transport } = first;
        const changes = { mode, transport, audience: audienceOf(first) };
        apart.push(contestantOf(stack, { ...changes, instances: { count: 2, layout: 'apart' } }));
      }
    }
  }
  return { apart, notRun };
}

/** Each number of instances over one, where one is among them. */
function overOne([ones = [], ...larger]: AppContestant[][]): PlannedComparison[] {
  return larger.flatMap((same) =>
    same.flatMap(({ key }, index): PlannedComparison[] => {
      const one = ones[index];
      if (!one || one.variant.instances) return [];
      return [{ title: `${key}, over one instance of it`, a: key, b: one.key }];
    }),
  );
}
