import type { Scene } from '@meteor-vs-mean/measure/run';
import type { Testbed } from '@meteor-vs-mean/testbed';

/** Where a round starts apps, databases and pages; all of them end with the round. */
export type RoundTestbed = Testbed & Pick<Scene, 'size' | 'seed'>;

/** @param testbed of the run */
export function openRound(testbed: Testbed, { size, seed, signal }: Scene): RoundTestbed {
  return Object.assign(testbed.within(signal), { size, seed });
}
