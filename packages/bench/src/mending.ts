import type { Reason } from '@meteor-vs-mean/report';
import { isOfTheMachine } from './codes.ts';

/** How often a round is run again whose reasons are all the machine's: a neighbour's burst may outlast one repetition. */
const triesOfTheMachine = 3;
/** After so many rounds in a row that no repetition made valid, another one would only take more time. */
const mostInVain = 2;

interface Judged {
  verdict: 'valid' | 'void';
  reasons: readonly Reason[];
}

/**
 * Runs a void round again, once, on the schedule of its pair, so that the pair may still be whole; up to three times as
 * long as nothing but the machine was to blame.
 * @param measured grows by one with each round that was taken from the result and run
 */
export function* mending<Planned>(
  rounds: Iterable<Planned>,
  { measured }: { measured: readonly { round: Judged }[] },
): Generator<Planned> {
  let inVain = 0;
  for (const planned of rounds) {
    const before = measured.length;
    const isVoid = () => measured.length > before && measured.at(-1)?.round.verdict === 'void';
    yield planned;
    if (!isVoid()) inVain = 0;
    else if (inVain < mostInVain) {
      for (let tried = 0; isVoid() && tried < triesFor(measured.at(-1)?.round); tried++) yield planned;
      inVain = isVoid() ? inVain + 1 : 0;
    }
  }
}

function triesFor(round: Judged | undefined): number {
  const reasons = round?.reasons ?? [];
  const isOnlyTheMachine = reasons.length > 0 && reasons.every(({ code }) => isOfTheMachine(code));
  return isOnlyTheMachine ? triesOfTheMachine : 1;
}
