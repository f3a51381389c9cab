import {
  type AppContestant,
  againOf,
  everyPair,
  type PlannedComparison,
} from '@meteor-vs-mean/measure/results';
import { withRetries } from '@meteor-vs-mean/measure/run';
import { type Choices, oneOfEach, vary } from '../contestants/contestants.ts';
import type { Options } from '../options/options.ts';
import { likeWithLike } from './like-with-like.ts';
import type { ExperimentPlan, Setting } from './plan.ts';
import { deliveryRounds, memoryRounds, neededRounds } from './rounds.ts';

/** The contestant that is the same as another one in everything. */
export function again(contestant: AppContestant): AppContestant {
  return { ...contestant, key: againOf(contestant.key) };
}

/** What is changed of a stack, to see whether it matters to what is measured. */
const changes = [
  { title: 'without the preload', onBoth: 'both without the preload', change: { probe: false } },
  { title: 'compression off', onBoth: 'compression off on both', change: { compression: false } },
] as const;
const onOneNode = 'on one Node';

/** A base with one thing changed. */
interface Varied {
  title: string;
  /** The title of a comparison in which it is changed of both. */
  onBoth: string;
  contestant: AppContestant;
}

/**
 * Each stack against itself: the noise below which no difference can be seen. Against itself with one thing of the
 * bench changed that should not matter. And stacks like with like.
 * @param stacks of which the bases are
 */
export function control(
  options: Options,
  bases: readonly AppContestant[],
  stacks: readonly Choices[],
  setting: Setting,
): ExperimentPlan {
  const alone: AppContestant[] = [];
  const comparisons: PlannedComparison[] = [];
  const notRun: { what: string; reason: string }[] = [];
  const variedOf = new Map<string, readonly Varied[]>();
  for (const base of bases) {
    const same = again(base);
    alone.push(base, same);
    comparisons.push({ title: `A/A: ${base.key} against itself`, a: base.key, b: same.key });
    const varied: Varied[] = changes.map(({ change, ...titles }) => ({
      ...titles,
      contestant: vary(base, change),
    }));
    variedOf.set(base.key, varied);
    const other = setting.otherNode(base.stack);
    if (other?.runs === true) {
      varied.push({
        title: `on the Node of ${other.of} (${other.version})`,
        onBoth: onOneNode,
        contestant: vary(base, { node: other.of }),
      });
    }
    if (other?.runs === false) {
      notRun.push({ what: `${base.key} on the Node of ${other.of}`, reason: other.reason });
    }
    for (const { title, contestant } of varied) {
      alone.push(contestant);
      comparisons.push({
        title: `${base.key} ${title}, compared with its default`,
        a: contestant.key,
        b: base.key,
      });
    }
  }
  const alike = likeWithLike(bases, stacks, setting);
  comparisons.push(...betweenBases(bases, variedOf), ...alike.comparisons);
  // Without another Node and a raw protocol, what is left of a stack is itself without compression.
  const contestants = oneOfEach([...alone, ...alike.contestants]);
  const both = bases.flatMap((base) => [base, again(base)]);
  const rounds = [...deliveryRounds(options, contestants, options.pairs), ...memoryRounds(options, both)];
  return {
    contestants,
    notRun,
    comparisons,
    needed: neededRounds(options, { of: contestants, rounds: options.pairs }, both),
    total: rounds.length,
    rounds: (sofar) => withRetries(rounds, sofar),
    goesOn: true,
  };
}

/**
 * Whether what was changed of both bases, or of one, changes how they compare.
 * @param variedOf by the base's key
 */
function betweenBases(
  bases: readonly AppContestant[],
  variedOf: ReadonlyMap<string, readonly Varied[]>,
): PlannedComparison[] {
  return everyPair(bases).flatMap(({ a, b }) => {
    const changed = [...changes.map(({ onBoth }) => onBoth), onOneNode].map((title) => {
      const of = (key: string) =>
        variedOf.get(key)?.find(({ onBoth }) => onBoth === title)?.contestant.key ?? key;
      return { title: `${a} over ${b}, ${title}`, a: of(a), b: of(b) };
    });
    return [
      { title: `${a} over ${b}, by default`, a, b },
      ...changed.filter((one) => one.a !== a || one.b !== b),
    ];
  });
}
