import type { SoFar } from '../experiment.ts';
import type { PlannedRound } from '../plan.ts';

/** Runs a void round again, once: on the schedule of its pair, so that the pair may still be whole. */
export function* mending(rounds: Iterable<PlannedRound>, { measured }: SoFar): Generator<PlannedRound> {
  for (const planned of rounds) {
    const before = measured.length;
    yield planned;
    if (measured.length > before && measured.at(-1)?.round.verdict === 'void') yield planned;
  }
}
