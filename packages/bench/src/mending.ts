/** After so many repetitions in a row that were void, too, another one would only take more time. */
const mostInVain = 2;

/**
 * Runs a void round again, once: on the schedule of its pair, so that the pair may still be whole.
 * @param measured grows by one with each round that was taken from the result and run
 */
export function* mending<Planned>(
  rounds: Iterable<Planned>,
  { measured }: { measured: readonly { round: { verdict: 'valid' | 'void' } }[] },
): Generator<Planned> {
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
