import type { Histogram, JsHistogram } from 'hdr-histogram-js';
import type { Calls } from '../account/call-account.ts';
import { encodeHistogram, makeHistogram, type Outside } from '../account/histogram.ts';
import type { Users } from '../account/users.ts';
import type { Shortfall } from '../results/shortfall.ts';
import type { JourneyAccount } from './account.ts';

/** journey.json: the account of a journey, of all threads and processes. */
export interface JourneyFile {
  users: Users;
  /** sent = acknowledged + refused + expected + unanswered, and those that ask for no answer. */
  writes: JourneyAccount['writes'];
  /** ... of the writes that the app took: owed = seen + lost. */
  deliveries: Record<'owed' | 'seen' | 'lost' | 'doubled' | 'outOfOrder' | 'excused' | 'unexpected', number>;
  /** Views that were compared, their documents, and how many of these were not as they should be. */
  views: { compared: number; documents: number; differ: number };
  /** By the name of the step. HDR, microseconds from when a write was due: `delivery` to others than its writer. */
  steps: Record<
    string,
    {
      writes: number;
      delivery: string;
      deliveryOutside: Outside;
      acknowledged: string;
      acknowledgedOutside: Outside;
    }
  >;
  /** All calls of the users. */
  calls: Calls;
  /** Of the busiest thread: see `Run`. */
  utilisation: number;
  waiting: number | null;
  maxRss_bytes: number;
  /** What keeps it from being a result, the cause first. */
  shortfalls: Shortfall[];
}

export function fileOfJourney(account: JourneyAccount, shortfalls: Shortfall[]): JourneyFile {
  const { owed, seen, lost, doubled, outOfOrder, excused, unexpected, writes, usages, users } = account;
  const { compared, documents, differ } = account.views;
  const waits = usages.map(({ waiting_ms, window_ms }) =>
    waiting_ms === null ? null : waiting_ms / window_ms,
  );
  return {
    users,
    writes,
    deliveries: { owed, seen, lost, doubled, outOfOrder, excused, unexpected },
    views: { compared, documents, differ },
    steps: Object.fromEntries(
      [...account.steps].map(([name, { writes, delivery, acknowledged }]) => [
        name,
        {
          writes,
          delivery: encodeHistogram(delivery.histogram),
          deliveryOutside: delivery.outside,
          acknowledged: encodeHistogram(acknowledged.histogram),
          acknowledgedOutside: acknowledged.outside,
        },
      ]),
    ),
    calls: account.calls,
    utilisation: Math.max(0, ...usages.map(({ utilisation }) => utilisation)),
    waiting: waits.includes(null) ? null : Math.max(0, ...(waits as number[])),
    maxRss_bytes: Math.max(0, ...usages.map(({ maxRss_bytes }) => maxRss_bytes)),
    shortfalls,
  };
}

/** All steps together. */
export function allSteps(account: JourneyAccount, which: 'delivery' | 'acknowledged'): Histogram {
  const all = makeHistogram() as JsHistogram;
  for (const step of account.steps.values()) all.add(step[which].histogram as JsHistogram);
  return all;
}
