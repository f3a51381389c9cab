import type { Contestant } from '@meteor-vs-mean/report';
import type { Needed } from '../experiment.ts';
import type { Options } from '../options.ts';
import { inPairs, type PlannedMemory } from '../plan.ts';
import { scenariosOf } from '../scenario.ts';

/** The number of documents that clients hold: what a document costs tells itself from what a connection costs. */
const heldDocuments = [0, 100];

/** A toy shows that the round can be run: one number will do. */
function heldIn({ toy }: Pick<Options, 'toy'>): number[] {
  return heldDocuments.slice(toy ? 1 : 0);
}

/** Rounds of the options' memory scenarios: each start of an app, with each number of documents. */
export function memoryRounds(options: Options, contestants: readonly Contestant[]): PlannedMemory[] {
  const { steps, idle_s, starts } = options;
  return scenariosOf(options.scenarios, 'memory').flatMap((scenario) =>
    inPairs(contestants, starts).flatMap((planned) =>
      heldIn(options).map((documents) => ({
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

/** Valid rounds of each contestant in each of the memory scenarios. */
export function neededMemory(options: Options, contestants: readonly Contestant[]): Needed[] {
  const rounds = options.starts * heldIn(options).length;
  return scenariosOf(options.scenarios, 'memory').flatMap((scenario) =>
    contestants.map(({ key }) => ({ key, scenario, rounds })),
  );
}
