import { type Bits, countBits } from './bits.ts';
import type { Delivery } from './config.ts';
import { deliveredOf, owedOf, type Run } from './results.ts';
import { nameOfChange } from './sightings.ts';

/** What became of the writes of a run and of their deliveries. */
export interface Outcome {
  scheduled: number;
  sent: number;
  acknowledged: number;
  refused: number;
  unanswered: number;
  /** Deliveries that subscribers were to get: of the writes that `owedBy` says. */
  owed: number;
  /** ... and got. */
  seen: number;
  /** owed - seen. */
  lost: number;
  doubled: number;
  outOfOrder: number;
  /** `stored`: what MongoDB holds; without it `acknowledged`: what the app answered; `sent` where it answers nothing. */
  owedBy: 'stored' | 'acknowledged' | 'sent';
}

/** Why a run is no result, in one line; Artillery ends with 1. */
interface Shortfall {
  code: 'nothing-sent' | 'nothing-acknowledged' | 'nothing-stored' | 'nobody-subscribed' | 'deliveries-lost';
  reason: string;
}

/**
 * @param stored a bit for each write that MongoDB holds; undefined where it can't be read
 */
export function outcomeOf(run: Run, stored?: Bits): Outcome {
  const { writers, schedule } = run;
  const owedBy = stored ? 'stored' : schedule?.ack === false ? 'sent' : 'acknowledged';
  // An app that answers nothing leaves it open which writes it took: what was sent is owed.
  const mask = stored ?? run.acknowledged;
  const [owed, seen] = [owedOf(run, mask), deliveredOf(run, mask)];
  return {
    scheduled: writers?.scheduled ?? 0,
    sent: writers?.sent ?? 0,
    acknowledged: schedule?.ack === false ? 0 : (writers?.acknowledged ?? 0),
    refused: writers?.refused ?? 0,
    unanswered: writers?.unanswered ?? 0,
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
  const { sent, acknowledged, refused, unanswered, owed, lost, owedBy } = outcome;
  const found: Shortfall[] = [];
  if (run.subscribers.length === 0) {
    found.push({ code: 'nobody-subscribed', reason: 'nobody was subscribed when the first write was due' });
  }
  if (sent === 0) {
    found.push({ code: 'nothing-sent', reason: 'no write was sent: no writer had a connection' });
  } else if (owedBy !== 'sent' && acknowledged === 0) {
    const why = [];
    if (refused > 0) why.push(`${refused} refused ${refusalsOf(run)}`);
    if (unanswered > 0) why.push(`${unanswered} unanswered ${unansweredWhy(run)}`);
    found.push({
      code: 'nothing-acknowledged',
      reason: `none of ${sent} writes was acknowledged: ${why.join(', ')}`,
    });
  }
  if (stored && sent > 0 && countBits(stored) === 0) {
    found.push({ code: 'nothing-stored', reason: `MongoDB holds none of the ${sent} writes that were sent` });
  }
  if (lost > 0) {
    const hint = deliveries.map((delivery) => hintOf(run, delivery)).join('; ');
    found.push({ code: 'deliveries-lost', reason: `${lost} of ${owed} deliveries are missing: ${hint}` });
  }
  return found;
}

/** `(too-many-requests 12, not-found 8)` */
function refusalsOf({ writers }: Run): string {
  const codes = Object.entries(writers?.refusals ?? {}).map(([code, count]) => `${code} ${count}`);
  const { first_error: first } = writers ?? {};
  return `(${codes.join(', ')}${first ? `; the first: ${first.message}` : ''})`;
}

/** An app that answers nothing, or in a shape that the script doesn't name. */
function unansweredWhy({ writers }: Run): string {
  const first = writers?.first_error;
  return first?.code === 'unrecognised'
    ? `(${first.message})`
    : '(an app that answers nothing needs ack: false)';
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
  const others = Object.entries(run.came).sort(([, a], [, b]) => b.count - a.count);
  if (others.length === 0) return `no event ${name} came, and no other`;
  const [[, { example }]] = others as [(typeof others)[number]];
  const names = others.slice(0, 5).map(([other, { count }]) => `${count} ${other}`);
  return `no event ${name} came; what came is ${names.join(', ')}; the first was ${example}`;
}
