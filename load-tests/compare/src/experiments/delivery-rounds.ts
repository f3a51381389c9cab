import type { Contestant } from '@meteor-vs-mean/report';
import type { Needed } from '../experiment.ts';
import type { Options } from '../options.ts';
import { inPairs, type PlannedDeliveries } from '../plan.ts';
import { scenariosOf } from '../scenario.ts';

/**
 * Rounds of the options' delivery scenarios, pair after pair.
 * @param from number of the first pair
 */
export function deliveryRounds(
  options: Options,
  contestants: readonly Contestant[],
  pairs: number,
  from = 1,
): PlannedDeliveries[] {
  const { clients, rate, duration_s, drain_s } = options;
  return scenariosOf(options.scenarios, 'deliveries').flatMap((scenario) =>
    inPairs(contestants, pairs, from).map((planned) => ({
      kind: 'deliveries' as const,
      ...planned,
      scenario,
      load: { clients, rate, duration_s, drain_s },
    })),
  );
}

/** So many valid rounds of each contestant in each of the delivery scenarios. */
export function neededDeliveries(
  options: Options,
  contestants: readonly Contestant[],
  rounds: number,
): Needed[] {
  return scenariosOf(options.scenarios, 'deliveries').flatMap((scenario) =>
    contestants.map(({ key }) => ({ key, scenario, rounds })),
  );
}
