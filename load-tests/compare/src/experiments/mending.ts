import type { SoFar } from '../experiment.ts';
import type { PlannedRound } from '../plan.ts';

/** After so many repetitions in a row that were void, too, another one would only take more time. */
const mostInVain = 2;

/** Runs a void round again, once: on the schedule of its pair, so that the pair may still be whole. */
export function* mending(rounds: Iterable<PlannedRound>, { measured }: SoFar): Generator<PlannedRound> {
  let inVain = 0;
  for (const planned of rounds) {
    const before = measured.length;
    const isVoid = () => measured.length > before && measured.at(-1)?.round.verdict === 'void';
    yield planned;
    if (!isVoid()) inVain = 0;
    else if (inVain < mostInVain) {
      yield planned;
      inVain = isVoid() ? inVain + 1 : 0;
    }
  }
}
