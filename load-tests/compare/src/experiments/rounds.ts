import {
  type AppContestant,
  audienceOf,
  type DeliveryRound,
  inPairs,
  type Needed,
} from '@meteor-vs-mean/measure/results';
import type { SoFar } from '@meteor-vs-mean/measure/run';
import { scenariosOf } from '@meteor-vs-mean/scenarios';
import type { Options } from '../options/options.ts';
import type { PlannedDeliveries, PlannedMemory, PlannedUsers } from './planned-round.ts';

/** The number of documents that clients hold: what a document costs tells itself from what a connection costs. */
const heldDocuments = [0, 100];

/**
 * A toy shows that the round can be run, and a quick run has three minutes: one number will do. So it does for audiences
 * other than `one`.
 */
function heldIn({ size }: Pick<Options, 'size'>, contestant: AppContestant): number[] {
  const isOne = size !== 'full' || audienceOf(contestant) !== 'one';
  return heldDocuments.slice(isOne ? 1 : 0);
}

/** The contestants of each pair, A B B A. @param from number of the first pair */
export function pairsOf(
  contestants: readonly AppContestant[],
  pairs: number,
  from = 1,
): { pair: number; contestant: AppContestant }[] {
  return inPairs((pair) => contestants.map((contestant) => ({ pair, contestant })), pairs, from);
}

/**
 * Rounds of the options' delivery scenarios, pair after pair.
 * @param from number of the first pair
 */
export function deliveryRounds(
  options: Options,
  contestants: readonly AppContestant[],
  pairs: number,
  from = 1,
): PlannedDeliveries[] {
  const { clients, rate, duration_s, drain_s } = options;
  const load = { clients, rate, duration_s, drain_s };
  return scenariosOf(options.scenarios, 'deliveries').flatMap((scenario) =>
    pairsOf(contestants, pairs, from).map((planned) => ({
      kind: 'deliveries' as const,
      ...planned,
      scenario,
      load,
    })),
  );
}

/** Rounds of the options' memory scenarios: each start of an app, with each number of documents. */
export function memoryRounds(options: Options, contestants: readonly AppContestant[]): PlannedMemory[] {
  const { steps, idle_s, starts } = options;
  return scenariosOf(options.scenarios, 'memory').flatMap((scenario) =>
    pairsOf(contestants, starts).flatMap((planned) =>
      heldIn(options, planned.contestant).map((documents) => ({
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

/**
 * Valid rounds that it takes of the options' scenarios.
 * @param deliveries of each of these contestants so many
 * @param memory of each of these contestants all
 */
export function neededRounds(
  options: Options,
  deliveries: { of: readonly AppContestant[]; rounds: number },
  memory: readonly AppContestant[],
): Needed[] {
  const needed = (
    kind: 'deliveries' | 'memory',
    of: readonly AppContestant[],
    rounds: (contestant: AppContestant) => number,
  ) =>
    scenariosOf(options.scenarios, kind).flatMap((scenario) =>
      of.map((contestant) => ({
        contestant: contestant.key,
        load: scenario,
        rounds: rounds(contestant),
      })),
    );
  return [
    ...needed('deliveries', deliveries.of, () => deliveries.rounds),
    ...needed('memory', memory, (contestant) => options.starts * heldIn(options, contestant).length),
  ];
}

/** @returns the round that was run; undefined if it wasn't */
export function* measuredBy<Planned extends PlannedDeliveries | PlannedUsers>(
  planned: Planned,
  { measured }: SoFar,
): Generator<Planned, DeliveryRound | undefined> {
  const before = measured.length;
  yield planned;
  const round = measured.length > before ? measured.at(-1)?.round : undefined;
  return round?.kind === 'deliveries' ? round : undefined;
}
