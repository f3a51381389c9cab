import { type Reason, type Verdict, voidingReasons } from '../results/index.ts';
import { ruleOf } from '../rules/all.ts';

/** After so many rounds in a row that were void again, another retry would only take time. */
const mostInVain = 2;

interface Judged {
  verdict: Verdict;
  reasons: readonly Reason[];
}

/**
 * Runs a void round again, once, on the schedule of its pair. A round that a busy machine or a late generator spoiled is
 * not run again: the next one would be spoiled as well, and a user is waiting.
 * @param measured grows by one with each round that was taken from the result and run
 */
export function* withRetries<Planned>(
  rounds: Iterable<Planned>,
  { measured }: { measured: readonly { round: Judged }[] },
): Generator<Planned> {
  let inVain = 0;
  for (const planned of rounds) {
    const before = measured.length;
    yield planned;
    if (measured.length === before) continue;
    if (!isWorthARetry(measured.at(-1)?.round)) {
      inVain = 0;
    } else if (inVain < mostInVain) {
      yield planned;
      inVain = isWorthARetry(measured.at(-1)?.round) ? inVain + 1 : 0;
    }
  }
}

/** True if something other than speed made it void. */
function isWorthARetry(round: Judged | undefined): boolean {
  return round?.verdict === 'void' && voidingReasons(round.reasons).some(({ code }) => !ruleOf(code).ofSpeed);
}
