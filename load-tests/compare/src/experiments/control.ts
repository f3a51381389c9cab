import { mending } from '@meteor-vs-mean/bench';
import { audienceOf, type Contestant, everyPair, type PlannedComparison } from '@meteor-vs-mean/results';
import { type Choices, oneOfEach, vary } from '../contestants/contestants.ts';
import type { Options } from '../options/options.ts';
import type { Experiment, Setting } from './experiment.ts';
import { likeWithLike } from './like-with-like.ts';
import { deliveryRounds, memoryRounds, neededRounds } from './rounds.ts';

/** The contestant that is the same as another one in everything. */
export function again(contestant: Contestant): Contestant {
  return { ...contestant, key: `${contestant.key} (again)` };
}

/** What is changed of a stack, to see whether it matters to what is measured. */
const changes = [
  { title: 'without the preload', change: { probe: false } },
  { title: 'compression off', change: { compression: false } },
] as const;

/**
 * Each stack against itself: the noise below which no difference can be seen. Against itself with one thing of the
 * bench changed that should not matter. And stacks like with like.
 * @param stacks of which the bases are
 */
export function control(
  options: Options,
  bases: readonly Contestant[],
  stacks: readonly Choices[],
  setting: Setting,
): Experiment {
  const alone: Contestant[] = [];
  const comparisons: PlannedComparison[] = [];
  const notRun: { what: string; reason: string }[] = [];
  for (const base of bases) {
    const same = again(base);
    alone.push(base, same);
    comparisons.push({ title: `A/A: ${base.key} against itself`, a: base.key, b: same.key });
    const varied: { title: string; contestant: Contestant }[] = changes.map(({ title, change }) => ({
      title,
      contestant: vary(base, change),
    }));
    const other = setting.otherNode(base.stack);
    if (other?.runs === true) {
      varied.push({
        title: `on the Node of ${other.of} (${other.version})`,
        contestant: vary(base, { node: other.of }),
      });
    }
    if (other?.runs === false) {
      notRun.push({ what: `${base.key} on the Node of ${other.of}`, reason: other.reason });
    }
    for (const { title, contestant } of varied) {
      alone.push(contestant);
      comparisons.push({
        title: `${base.key} ${title}, over it as it comes`,
        a: contestant.key,
        b: base.key,
      });
    }
  }
  const alike = likeWithLike(bases, stacks, setting);
  comparisons.push(...betweenStacks(bases, alone), ...alike.comparisons);
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
    rounds: (sofar) => mending(rounds, sofar),
    goesOn: true,
  };
}

/** Whether what was changed of both stacks, or of one, changes how they compare. */
function betweenStacks(
  bases: readonly Contestant[],
  contestants: readonly Contestant[],
): PlannedComparison[] {
  return everyPair(bases).flatMap((pair) => {
    const of = (key: string, is: (one: Contestant) => boolean) => {
      const base = bases.find((one) => one.key === key);
      const isOfBase = (one: Contestant) =>
        base !== undefined && one.stack === base.stack && audienceOf(one) === audienceOf(base);
      return contestants.find((one) => isOfBase(one) && is(one))?.key ?? key;
    };
    const between = (title: string, is: (one: Contestant) => boolean): PlannedComparison => ({
      title: `${pair.a} over ${pair.b}, ${title}`,
      a: of(pair.a, is),
      b: of(pair.b, is),
    });
    return [
      between('as they come', () => true),
      between('both without the preload', ({ variant }) => !variant.probe),
      between('compression off on both', ({ variant }) => !variant.compression),
      between('on one Node', ({ variant }) => variant.node !== null),
    ].filter(({ a, b }, index, all) => index === 0 || a !== all[0]?.a || b !== all[0]?.b);
  });
}
