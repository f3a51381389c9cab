import type { Reason } from '@meteor-vs-mean/results';
import { ruleOf } from './rules/all.ts';

/** How often a round is run again whose reasons are all the machine's: a neighbour's burst may outlast one repetition. */
const triesOfTheMachine = 3;
/** After so many rounds in a row that no repetition made valid, another one would only take more time. */
const mostInVain = 2;

interface Judged {
  verdict: 'valid' | 'void';
  reasons: readonly Reason[];
}

/**
 * Runs a void round again, once, on the schedule of its pair, so that the pair may still be whole. As long as nothing
 * but the machine was to blame it is run again up to three times, and as often at the end, when a burst has passed.
 * @param measured grows by one with each round that was taken from the result and run
 */
export function* mending<Planned>(
  rounds: Iterable<Planned>,
  { measured }: { measured: readonly { round: Judged }[] },
): Generator<Planned> {
  let inVain = 0;
  const spoiled: Planned[] = [];

  function* run(planned: Planned): Generator<Planned, Judged | undefined> {
    const before = measured.length;
    yield planned;
    return measured.length > before ? measured.at(-1)?.round : undefined;
  }
  function* mend(planned: Planned, found: Judged | undefined): Generator<Planned, Judged | undefined> {
    let round = found;
    for (let tried = 0; isVoid(round) && tried < triesFor(round); tried++) round = yield* run(planned);
    inVain = isVoid(round) ? inVain + 1 : 0;
    return round;
  }

  for (const planned of rounds) {
    let round = yield* run(planned);
    if (!isVoid(round)) inVain = 0;
    else if (inVain < mostInVain) round = yield* mend(planned, round);
    if (isOnlySpoiled(round)) spoiled.push(planned);
  }
  for (const planned of spoiled) {
    if (inVain >= mostInVain) return;
    yield* mend(planned, yield* run(planned));
  }
}

function isVoid(round: Judged | undefined): boolean {
  return round?.verdict === 'void';
}

/** True if nothing but the machine made it void. */
function isOnlySpoiled(round: Judged | undefined): boolean {
  const reasons = round?.reasons ?? [];
  return (
    isVoid(round) && reasons.length > 0 && reasons.every(({ code }) => ruleOf(code).blames === 'machine')
  );
}

function triesFor(round: Judged | undefined): number {
  return isOnlySpoiled(round) ? triesOfTheMachine : 1;
}
