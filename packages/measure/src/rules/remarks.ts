import { type DeliveryRound, waitingShare } from '../results/round.ts';
import { mostWaiting } from './generator.ts';
import { above, percent, type Rule } from './rule.ts';

/** What of a delivery round is worth a word. */
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

/** People notice an app that is blocked for so long. */
const standstill_ms = 500;

/**
 * What an app did to its clients, and what was done to the app: each is in the figures already, and is said in words
 * here. None of them makes a round void: an app that drops or doubles deliveries was measured anyway.
 */
export const remarkRules: readonly Rule<Remarkable>[] = [
  {
    code: 'deliveries-lost',
    severity: 'remark',
    blames: 'app',
    rule: 'every subscriber gets every stored write before the drain ends',
    reading: ({ lost, expected }) => (lost > 0 ? `${lost} of ${expected} deliveries didn’t come` : null),
    remedy:
      'They are in the percentiles as beyond the drain. A mode that can’t see this writer loses them all',
  },
  {
    code: 'deliveries-doubled',
    severity: 'remark',
    blames: 'app',
    rule: 'every delivery arrives once',
    reading: ({ duplicated }) => (duplicated > 0 ? `${duplicated} came again` : null),
    remedy: 'The first one counts for the latency',
  },
  {
    code: 'order-broken',
    severity: 'remark',
    blames: 'app',
    rule: 'the writes of one writer arrive in their order',
    reading: ({ reordered }) => (reordered > 0 ? `${reordered} came after a later one` : null),
    remedy: 'Clients that apply changes as they arrive may end with an older state',
  },
  {
    code: 'deliveries-unexpected',
    severity: 'remark',
    blames: 'run',
    rule: 'only stored writes of this round arrive',
    reading: ({ unexpected }) => (unexpected > 0 ? `${unexpected} others came` : null),
    remedy: 'Look for another writer, or for writes that were shown and then taken back',
  },
  {
    code: 'view-differs',
    severity: 'remark',
    blames: 'app',
    rule: 'at the end a subscriber has what MongoDB holds',
    reading: ({ witnesses: { checked, differing } }) =>
      differing > 0 ? `${differing} of ${checked} witnesses differ` : null,
    remedy: 'The views were complete at the beginning: a change was lost or applied wrongly',
  },
  {
    code: 'app-stalled',
    severity: 'remark',
    blames: 'app',
    rule: `the app's event loop is never blocked for ${standstill_ms} ms`,
    reading: ({ eventLoop }) =>
      eventLoop !== null && eventLoop.max_ms >= standstill_ms
        ? `it stood still for ${(eventLoop.max_ms / 1000).toFixed(1)} s`
        : null,
    remedy:
      'See the round’s timeline: long work or a collection uses CPU meanwhile, a stopped process doesn’t',
  },
  {
    code: 'app-waiting',
    severity: 'remark',
    blames: 'machine',
    ofSpeed: true,
    rule: `the app's threads wait for a core at most ${percent(mostWaiting)} of the writing`,
    reading: (round) => above(waitingShare(round), mostWaiting, 1),
    remedy: 'Its latency includes that wait. Give the app separate cores, or lower the rate',
  },
];
