import { mending } from '@meteor-vs-mean/bench';
import type { Contestant } from '@meteor-vs-mean/report';
import { vary } from '../contestants.ts';
import type { Experiment, PlannedComparison, Setting } from '../experiment.ts';
import type { Options } from '../options.ts';
import { deliveryRounds, neededDeliveries } from './delivery-rounds.ts';
import { memoryRounds, neededMemory } from './memory-rounds.ts';

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
 * Each stack against itself: the noise below which no difference can be seen. And against itself with one thing of
 * the bench changed that should not matter.
 */
export function control(options: Options, bases: readonly Contestant[], setting: Setting): Experiment {
  const contestants: Contestant[] = [];
  const comparisons: PlannedComparison[] = [];
  const notRun: { what: string; reason: string }[] = [];
  for (const base of bases) {
    const same = again(base);
    contestants.push(base, same);
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
      contestants.push(contestant);
      comparisons.push({
        title: `${base.key} ${title}, over it as it comes`,
        a: contestant.key,
        b: base.key,
      });
    }
  }
  comparisons.push(...betweenStacks(bases, contestants));
  const both = bases.flatMap((base) => [base, again(base)]);
  const rounds = [...deliveryRounds(options, contestants, options.pairs), ...memoryRounds(options, both)];
  return {
    contestants,
    notRun,
    comparisons,
    needed: [...neededDeliveries(options, contestants, options.pairs), ...neededMemory(options, both)],
    total: rounds.length,
    rounds: (sofar) => mending(rounds, sofar),
    goesOn: true,
  };
}

/** Whether what was changed of both stacks, or of one, changes how they compare. */
function betweenStacks(
  [first, second, ...more]: readonly Contestant[],
  contestants: readonly Contestant[],
): PlannedComparison[] {
  if (!first || !second || more.length > 0) return [];
  const of = (base: Contestant, is: (one: Contestant) => boolean) =>
    contestants.find((one) => one.stack === base.stack && is(one)) ?? base;
  const between = (title: string, is: (one: Contestant) => boolean): PlannedComparison => ({
    title: `${first.key} over ${second.key}, ${title}`,
    a: of(first, is).key,
    b: of(second, is).key,
  });
  return [
    between('as they come', () => true),
    between('both without the preload', ({ variant }) => !variant.probe),
    between('compression off on both', ({ variant }) => !variant.compression),
    between('on one Node', ({ variant }) => variant.node !== null),
  ].filter(({ a, b }, index, all) => index === 0 || a !== all[0]?.a || b !== all[0]?.b);
}
