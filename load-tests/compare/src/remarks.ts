import { makeRules, percent } from '@meteor-vs-mean/bench';
import { type DeliveryRound, type Reason, waitingShare } from '@meteor-vs-mean/report';

/** What is said of a round though it doesn't make it void. */
export type Remarkable = Pick<
  DeliveryRound,
  | 'expected'
  | 'lost'
  | 'duplicated'
  | 'reordered'
  | 'unexpected'
  | 'witnesses'
  | 'eventLoop'
  | 'app'
  | 'window_ms'
  | 'writing'
>;

/** An app that stands still for so long is seen by people, too. */
const standstill_ms = 500;
/** The same share that would void a round of the generator's. */
const waiting = 0.05;

/**
 * What an app did to its clients, and what was done to the app: each is in the figures already, and said in words
 * here. None of them makes a round void: an app that drops or doubles has been measured all the same.
 */
export function remarks(round: Remarkable): Reason[] {
  const { reasons, rule } = makeRules();
  const { expected, lost, duplicated, reordered, unexpected, witnesses, eventLoop } = round;
  rule(
    lost > 0,
    'deliveries-lost',
    'every subscriber gets every stored write before the drain ends',
    `${lost} of ${expected} deliveries didn’t come`,
    'They are in the percentiles as beyond the drain. A mode that can’t see this writer loses them all',
  );
  rule(
    duplicated > 0,
    'deliveries-doubled',
    'every delivery comes once',
    `${duplicated} came again`,
    'The first one counts for the latency',
  );
  rule(
    reordered > 0,
    'order-broken',
    'the writes of one writer come in their order',
    `${reordered} came after a later one`,
    'Clients that apply changes as they come may end with an older state',
  );
  rule(
    unexpected > 0,
    'deliveries-unexpected',
    'only stored writes of this round come',
    `${unexpected} others came`,
    'Look for somebody else who writes, or for writes that were shown and then taken back',
  );
  rule(
    witnesses.differing > 0,
    'view-differs',
    'at the end a subscriber has what MongoDB holds',
    `${witnesses.differing} of ${witnesses.checked} witnesses differ`,
    'Their views were complete at the beginning: a change was lost or applied wrongly',
  );
  rule(
    eventLoop !== null && eventLoop.max_ms >= standstill_ms,
    'app-stalled',
    `the app's event loop turns at least every ${standstill_ms} ms`,
    `it stood still for ${((eventLoop?.max_ms ?? 0) / 1000).toFixed(1)} s`,
    'See the round’s timeline: long work or a collection uses CPU meanwhile, a stopped process doesn’t',
  );
  const waited = waitingShare(round);
  rule(
    waited !== null && waited > waiting,
    'app-waiting',
    `the app's threads wait for a core at most ${percent(waiting)} of the writing`,
    percent(waited ?? 0, 1),
    'Its latency has that wait in it. Give the app cores of its own, or lower the rate',
  );
  return reasons;
}
