import { makeRules, percent } from '@meteor-vs-mean/bench';
import type { Reason } from '@meteor-vs-mean/report';

/** A client that is busier than this measures itself; the same as in compare. */
const mostBusy = 0.85;

/**
 * The rule for a load that is given, such as so many events a second: the client must have had time for it. Where a
 * client asks for the next as soon as it has the last (closed loop), being busy is what it is for.
 * @param busy share of its window in which its event loop (or its busiest thread) was busy, 0 to 1; null: not known
 */
export function judgeClient(busy: number | null): Reason[] {
  const { reasons, rule } = makeRules();
  rule(
    busy !== null && busy > mostBusy,
    'client-busy',
    `the client is busy at most ${percent(mostBusy)} of the window`,
    percent(busy ?? 0),
    'Give it less to do, or use a machine with faster cores',
  );
  return reasons;
}
