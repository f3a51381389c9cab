import type { VoidFile } from '../failures/fault.ts';
import { type Shortfall, untakenCalls } from '../results/shortfall.ts';
import type { JourneyAccount } from './account.ts';

interface Surroundings {
  /** The first virtual user that failed. */
  failure: VoidFile | undefined;
  /** A process that ended before its log was complete. */
  gone: number | undefined;
}

/** What keeps a journey from being a result, the cause first; empty of one that came out even. */
export function shortfallsOfJourney(account: JourneyAccount, { failure, gone }: Surroundings): Shortfall[] {
  const { owed, lost, doubled, outOfOrder, excused, views, writes, firstLost, users } = account;
  const found: Shortfall[] = [];
  if (gone !== undefined) {
    const reason = `process ${gone} of the generator ended before its log was complete: was it killed?`;
    found.push({ code: 'process-gone', by: 'generator', reason });
  }
  found.push(...untakenCalls(account.calls));
  const absent = users.arrived - users.completed;
  // That none got in is reported anyway.
  if (absent > 0 && users.completed > 0) {
    const why = failure === undefined ? '' : `; the first: ${failure.reason}`;
    const reason = `the flow of ${absent} of ${users.arrived} virtual users failed${why}`;
    found.push({ code: 'users-failed', ...(failure === undefined ? {} : { by: failure.by }), reason });
  }
  if (owed === 0 && writes.acknowledged > 0) {
    const why =
      excused > 0
        ? `all ${excused} are excused: their users came or left before the drain of a write was over`
        : 'nobody followed the audiences of the writes';
    found.push({ code: 'nothing-owed', by: 'script', reason: `no delivery is owed: ${why}` });
  }
  if (lost > 0) {
    const reason = `${lost} of ${owed} deliveries are missing; the first: ${firstLost}`;
    found.push({ code: 'deliveries-lost', by: 'app', reason });
  }
  if (doubled > 0) {
    found.push({ code: 'deliveries-doubled', by: 'app', reason: `${doubled} deliveries came once more` });
  }
  if (outOfOrder > 0) {
    const reason = `${outOfOrder} deliveries came after a later write of the same writer`;
    found.push({ code: 'deliveries-disordered', by: 'app', reason });
  }
  if (views.differ > 0) {
    const reason = `${views.differ} of ${views.documents} documents in the views of ${views.compared} witnesses are not as they should be; the first: ${views.first}`;
    found.push({ code: 'views-differ', by: 'app', reason });
  }
  return found;
}
