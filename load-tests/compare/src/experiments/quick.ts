import type { Contestant } from '@meteor-vs-mean/report';
import type { Experiment, Needed, PlannedComparison } from '../experiment.ts';
import type { Options } from '../options.ts';
import { inPairs, type PlannedDeliveries, type PlannedMemory } from '../plan.ts';
import { scenarios } from '../scenario.ts';

/** A fixed number of pairs, and some starts for memory: an answer in minutes, without an interval. */
export function quick(options: Options, contestants: readonly Contestant[]): Experiment {
  const pairs = deliveryRounds(options, contestants, options.pairs);
  const memory = memoryRounds(options, contestants);
  return {
    name: 'quick',
    contestants,
    notRun: [],
    comparisons: twoOf(contestants),
    needed: neededOf(options, contestants),
    total: pairs.length + memory.length,
    rounds: () => [...pairs, ...memory],
  };
}

/** Rounds of the options' delivery scenarios. */
export function deliveryRounds(
  options: Options,
  contestants: readonly Contestant[],
  pairs: number,
  from = 1,
): PlannedDeliveries[] {
  const { clients, rate, duration_s, drain_s } = options;
  return scenariosOf(options, 'deliveries').flatMap((scenario) =>
    inPairs(contestants, pairs, from).map((planned) => ({
      kind: 'deliveries' as const,
      ...planned,
      scenario,
      load: { clients, rate, duration_s, drain_s },
    })),
  );
}

/** The number of documents that clients hold in memory rounds: they tell a connection's cost from a document's. */
export const heldDocuments = [0, 100];

/** Rounds of the options' memory scenarios: each start of an app with each number of documents. */
export function memoryRounds(options: Options, contestants: readonly Contestant[]): PlannedMemory[] {
  const { steps, idle_s, starts } = options;
  return scenariosOf(options, 'memory').flatMap((scenario) =>
    inPairs(contestants, starts).flatMap((planned) =>
      heldDocuments.map((documents) => ({
        kind: 'memory' as const,
        ...planned,
        scenario,
        documents,
        steps,
        idle_s,
      })),
    ),
  );
}

export function scenariosOf(options: Options, kind: 'deliveries' | 'memory') {
  return options.scenarios.filter((name) => scenarios[name].kind === kind);
}

/** All rounds of all scenarios. */
export function neededOf(options: Options, contestants: readonly Contestant[]): Needed[] {
  return options.scenarios.flatMap((scenario) =>
    contestants.map(({ key }) => ({
      key,
      scenario,
      rounds: scenarios[scenario].kind === 'memory' ? options.starts * heldDocuments.length : options.pairs,
    })),
  );
}

/** Of two contestants the first over the second; of other numbers nothing: there is no one ratio. */
export function twoOf([a, b, ...more]: readonly Contestant[]): PlannedComparison[] {
  return a && b && more.length === 0 ? [{ title: null, a: a.key, b: b.key }] : [];
}
