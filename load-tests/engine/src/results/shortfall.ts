import { getBit } from '../account/bits.ts';
import type { Calls, Seen } from '../account/call-account.ts';
import { errorsIn, listOf } from '../account/sightings.ts';
import type { Fault } from '../failures/error.ts';
import type { ScheduleFile } from '../folder/rendezvous.ts';
import type { WritersFile } from '../folder/writers-file.ts';

/** What is missing in a run, in one line; Artillery exits with 1. */
export interface Shortfall {
  code: string;
  /** Whose fault it is; absent if what was seen doesn't decide. */
  by?: Fault;
  reason: string;
}

type Totals = Omit<Calls, 'latency' | 'latencyOutside'>;

/** @returns the writes that were unsent, refused or unanswered, with what was seen of them */
export function untakenWrites(writers: WritersFile, schedule: ScheduleFile | undefined): Shortfall[] {
  const by = schedule?.writer ?? 'app';
  const { scheduled, unsent, lost_connections: lost } = writers;
  const found: Shortfall[] = [];
  if (unsent > 0) {
    const why = lost === undefined ? '' : ` (${firstOf(lost, 'connections')})`;
    const reason = `${unsent} of ${scheduled} writes were not sent: their writers had lost the connection${why}`;
    found.push({ code: 'writes-unsent', by, reason });
  }
  found.push(...refused(writers, 'writes', by));
  // Without answers, nobody knows which writes the app took.
  if (schedule?.ack === false) return found;
  const late_ms = lateness(writers, schedule?.drain_ms ?? 0);
  const errors = errorsIn(writers.came ?? {});
  const told = errors.length === 0 ? undefined : `the app sent the writers ${listOf(errors)}`;
  found.push(...unanswered(writers, { what: 'writes', by, lostConnections: lost, late_ms, told }));
  return found;
}

/** A write that was sent later than this may have had too little time for its answer, if the drain is no longer. */
const leastLate_ms = 100;

/** @returns how late writes were sent, if that explains each missing answer; otherwise undefined */
function lateness(writers: WritersFile, drain_ms: number): number | undefined {
  const answered = [writers.acknowledged_bits, writers.refused_bits, writers.expected_bits].map((text) =>
    Buffer.from(text, 'base64'),
  );
  const missing_us = writers.late_us.filter(
    (late_us, k) => late_us >= 0 && !answered.some((bits) => getBit(bits, k)),
  );
  const least_us = 1000 * Math.max(drain_ms, leastLate_ms);
  if (missing_us.length === 0 || missing_us.some((late_us) => late_us < least_us)) return undefined;
  return missing_us.reduce((most, late_us) => Math.max(most, late_us), 0) / 1000;
}

/** @returns the calls of virtual users that were refused or unanswered, with what was seen of them */
export function untakenCalls(calls: Totals): Shortfall[] {
  const { lost: lostConnections } = calls.causes;
  return [
    ...refused(calls, 'calls', 'app'),
    ...unanswered(calls, { what: 'calls', by: 'app', lostConnections }),
  ];
}

/** `12 connections; the first: http://host: io server disconnect` */
export function firstOf({ count, first }: Seen, what: string): string {
  return count === 1 ? first : `${count} ${what}; the first: ${first}`;
}

function refused(totals: Totals, what: 'writes' | 'calls', by: Fault): Shortfall[] {
  const { sent, refused, refusals, first_refusal: first } = totals;
  if (refused === 0) return [];
  const codes = Object.entries(refusals).map(([code, count]) => `${code} ${count}`);
  const words = first === undefined || first.message === first.code ? '' : `; the first: ${first.message}`;
  const reason = `${refused} of ${sent} ${what} were refused (${codes.join(', ')}${words})`;
  return [{ code: `${what}-refused`, by, reason }];
}

interface Surroundings {
  what: 'writes' | 'calls';
  by: 'app' | 'database';
  /** Undefined if no connection was lost. */
  lostConnections: Seen | undefined;
  /** How late writes were sent, if that explains each missing answer. */
  late_ms?: number | undefined;
  /** What the app said by events instead. */
  told?: string | undefined;
}

function unanswered(totals: Totals, { what, by, lostConnections, late_ms, told }: Surroundings): Shortfall[] {
  const { sent, acknowledged, refused, expected, causes } = totals;
  const { lost, silent, unrecognised, unsendable } = causes;
  const count = (seen: Seen | undefined) => seen?.count ?? 0;
  const known = acknowledged + refused + expected;
  const code = `${what}-unanswered`;
  const found: Shortfall[] = [];
  if (unsendable !== undefined) {
    const reason = `${unsendable.count} of ${sent} ${what} could not be sent: ${unsendable.first}`;
    found.push({ code: `${what}-unsent`, by: 'script', reason });
  }
  if (unrecognised !== undefined) {
    const reason = `${unrecognised.count} of ${sent} ${what} got an answer that was not recognised: ${unrecognised.first}`;
    // The engine recognised other answers of this app, so these have another form.
    found.push({ code, by: known > 0 ? by : 'script', reason });
  }
  const missing = totals.unanswered - count(unrecognised) - count(unsendable);
  if (missing === 0) return found;
  if (by === 'app' && lostConnections === undefined && missing === sent && late_ms === undefined) {
    const late = silent === undefined ? '' : ` in time (${silent.first})`;
    const reason = `the app answered none of ${sent} ${what}${late}; ${told ?? 'if it answers nothing, set ack: false'}`;
    return [...found, { code, by, reason }];
  }
  const seen: [number, string][] = [
    [count(lost), `the connection was lost (${lost?.first})`],
    [count(silent), silent?.first ?? ''],
    [missing - count(lost) - count(silent), atTheEnd(lostConnections, late_ms)],
  ];
  const parts = seen.filter(([number]) => number > 0);
  const why = parts.map(([number, text]) => (parts.length === 1 ? text : `${number}: ${text}`)).join(', ');
  const reason = `${missing} of ${sent} ${what} had no answer: ${why}${told === undefined ? '' : `; ${told}`}`;
  found.push({ code, by: late_ms === undefined ? by : 'generator', reason });
  return found;
}

/** Why calls have no answer although there was time for one. */
function atTheEnd(lost: Seen | undefined, late_ms: number | undefined): string {
  if (late_ms !== undefined) {
    return `writes were sent up to ${Math.round(late_ms)} ms late, so the run ended before the answers`;
  }
  const why = lost === undefined ? '' : ` (connections were lost: ${firstOf(lost, 'connections')})`;
  return `none came by the end of the run${why}`;
}
