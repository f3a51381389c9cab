import { type Bits, countBits } from '../account/bits.ts';
import { errorsIn, listOf, nameOfChange, type Sighting } from '../account/sightings.ts';
import type { WritersFile } from '../folder/writers-file.ts';
import type { Delivery } from '../script/config.ts';
import { deliveredOf, owedOf, type Run } from './results.ts';
import { firstOf, type Shortfall, untakenWrites } from './shortfall.ts';

/** The outcome of a run's writes and of their deliveries. */
export interface Outcome {
  scheduled: number;
  sent: number;
  acknowledged: number;
  refused: number;
  /** Refusals that the script names in `expect`. */
  expected: number;
  unanswered: number;
  unsent: number;
  /** Deliveries that subscribers should get, of the writes in `owedBy`. */
  owed: number;
  /** Owed deliveries that came. */
  seen: number;
  /** owed - seen. */
  lost: number;
  doubled: number;
  outOfOrder: number;
  /** `stored`: the writes in MongoDB. Otherwise `acknowledged`, or `sent` if the app sends no answers. */
  owedBy: 'stored' | 'acknowledged' | 'sent';
}

/**
 * @param stored a bit for each write in MongoDB; undefined if the engine can't read it
 */
export function outcomeOf(run: Run, stored?: Bits): Outcome {
  const { writers, schedule } = run;
  const owedBy = stored ? 'stored' : schedule?.ack === false ? 'sent' : 'acknowledged';
  // Without answers, nobody knows which writes the app took. So all sent writes are owed.
  const mask = stored === undefined ? run.acknowledged : without(stored, run.expected);
  const [owed, seen] = [owedOf(run, mask), deliveredOf(run, mask)];
  return {
    scheduled: writers?.scheduled ?? 0,
    sent: writers?.sent ?? 0,
    acknowledged: schedule?.ack === false ? 0 : (writers?.acknowledged ?? 0),
    refused: writers?.refused ?? 0,
    expected: writers?.expected ?? 0,
    unanswered: writers?.unanswered ?? 0,
    unsent: writers?.unsent ?? 0,
    owed,
    seen,
    lost: owed - seen,
    doubled: run.duplicated,
    outOfOrder: run.reordered,
    owedBy,
  };
}

/** What keeps a run from being a result, the cause first; empty of one that came out even. */
export function shortfallsOf(
  run: Run,
  outcome: Outcome,
  deliveries: readonly Delivery[],
  stored?: Bits,
): Shortfall[] {
  const { sent, expected, lost } = outcome;
  const found: Shortfall[] = [];
  if (run.subscribers.length === 0) {
    found.push({ code: 'nobody-subscribed', reason: 'nobody was subscribed when the first write was due' });
  }
  if (run.writers !== undefined) found.push(...untakenWrites(run.writers, run.schedule));
  if (stored && sent > expected && countBits(stored) === 0) {
    found.push({ code: 'nothing-stored', reason: `MongoDB holds none of the ${sent} writes that were sent` });
  }
  if (lost > 0) found.push(lostDeliveries(run, outcome, deliveries));
  return found;
}

function lostDeliveries(run: Run, { owed, lost }: Outcome, deliveries: readonly Delivery[]): Shortfall {
  const losses =
    run.first_disconnect === undefined ? undefined : { count: run.disconnects, first: run.first_disconnect };
  const hints = [
    ...(losses ? [`subscribers lost their connection (${firstOf(losses, 'connections')})`] : []),
    ...deliveries.map((delivery) => hintOf(run, delivery)),
    ...endedHint(run),
    ...writersHint(run),
  ];
  const shortfall = {
    code: 'deliveries-lost',
    reason: `${lost} of ${owed} deliveries are missing: ${hints.join('; ')}`,
  };
  const isTold = endedOf(run) !== undefined || errorsIn(run.writers?.came ?? {}).length > 0;
  if (run.deliveries > 0 || losses || isTold) return { ...shortfall, by: 'app' };
  // Where nothing came at all, the app may have sent nothing, or the script may have subscribed to something else.
  return Object.keys(run.came).length > 0 ? { ...shortfall, by: 'script' } : shortfall;
}

/** @returns the bits that the others don't have */
function without(bits: Bits, others: Bits): Bits {
  return bits.map((byte, i) => byte & ~(others[i] ?? 0));
}

const ended = nameOfChange({ event: 'nosub' });

/** Over DDP an app may end subscriptions that were complete. */
function endedOf({ came, schedule }: Run): Sighting | undefined {
  return schedule?.transport === 'socketio' ? undefined : came[ended];
}

function endedHint(run: Run): string[] {
  const found = endedOf(run);
  return found === undefined
    ? []
    : [`the app ended ${found.count} subscriptions; the first was ${found.example}`];
}

/** What came to the writers alone; where subscribers got some deliveries, only errors. */
function writersHint({ deliveries, writers: { came = {} } = {} as WritersFile }: Run): string[] {
  const found = deliveries > 0 ? errorsIn(came) : Object.entries(came);
  return found.length > 0 ? [`writers got ${listOf(found)}`] : [];
}

/** What came in the place of the deliveries that are missing. */
function hintOf(run: Run, delivery: Delivery): string {
  const name = nameOfChange(delivery);
  const sighting = run.came[name];
  if (sighting !== undefined) {
    const at = delivery.pattern === undefined ? '' : ` by the pattern ${delivery.pattern}`;
    const many = sighting.count === 1 ? '1 event' : `${sighting.count} events`;
    return (
      `${many} ${name} came without a write id of this run at path ${delivery.path}${at}; ` +
      `the first was ${sighting.example}`
    );
  }
  if (run.deliveries > 0) return `${run.deliveries} events ${name} with a write id came`;
  const isEnd = (other: string) => other === ended && endedOf(run) !== undefined;
  const others = Object.entries(run.came).filter(([other]) => !isEnd(other));
  if (others.length === 0) return `no event ${name} came, and no other`;
  return `no event ${name} came; what came is ${listOf(others)}`;
}
