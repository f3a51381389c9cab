import { PubSubError } from '@meteor-vs-mean/pubsub-client';
import { describe } from '../failures/error.ts';
import { encodeHistogram, mergeHistograms, type Outside, sumOutside, Times } from './histogram.ts';

/**
 * Why a call has no answer: the connection was `lost`, the app was `silent` until the timeout, its answer was
 * `unrecognised`, or the call was `unsendable`. A call without a cause had no answer when the run ended.
 */
const causes = ['lost', 'silent', 'unrecognised', 'unsendable'] as const;
export type Cause = (typeof causes)[number];

/** How many calls have one cause, and the message of the first. */
export interface Seen {
  count: number;
  first: string;
}

/** The outcome of calls with an answer; sent = acknowledged + refused + expected + unanswered. */
export interface Calls {
  sent: number;
  acknowledged: number;
  refused: number;
  /** How many were refused with each error code; after twenty codes, as `other`. */
  refusals: Record<string, number>;
  /** The first refusal. */
  first_refusal?: { code: string; message: string };
  /** Refusals that the script names in `expect`. */
  expected: number;
  /** No answer came before the end of the run, or before the connection was lost. */
  unanswered: number;
  causes: Partial<Record<Cause, Seen>>;
  /** From sending until the answer; HDR, microseconds. */
  latency: string;
  latencyOutside: Outside;
}

/** Adds up the accounts of several threads or machines. */
export function sumOfCalls(all: readonly Calls[]): Calls {
  const sum = (name: 'sent' | 'acknowledged' | 'refused' | 'expected' | 'unanswered') =>
    all.reduce((total, one) => total + one[name], 0);
  const refusals: Record<string, number> = {};
  for (const [code, count] of all.flatMap((one) => Object.entries(one.refusals))) {
    refusals[code] = (refusals[code] ?? 0) + count;
  }
  const first = all.find(({ first_refusal }) => first_refusal !== undefined)?.first_refusal;
  const seen: Calls['causes'] = {};
  for (const cause of causes) {
    const found = all.flatMap((one) => one.causes[cause] ?? []);
    const merged = sumOfSeen(found);
    if (merged !== undefined) seen[cause] = merged;
  }
  return {
    sent: sum('sent'),
    acknowledged: sum('acknowledged'),
    refused: sum('refused'),
    refusals,
    ...(first === undefined ? {} : { first_refusal: first }),
    expected: sum('expected'),
    unanswered: sum('unanswered'),
    causes: seen,
    latency: encodeHistogram(mergeHistograms(all.map(({ latency }) => latency))),
    latencyOutside: sumOutside(all.map(({ latencyOutside }) => latencyOutside)),
  };
}

/** @returns undefined if there is nothing to sum */
export function sumOfSeen(all: readonly Seen[]): Seen | undefined {
  const [one] = all;
  if (one === undefined) return undefined;
  return { count: all.reduce((total, { count }) => total + count, 0), first: one.first };
}

/** Codes of pubsub-client. An app may use the same codes in its answers. */
const causeOfCode: Partial<Record<string, Cause>> = {
  timeout: 'silent',
  disconnected: 'lost',
  closed: 'lost',
  protocol: 'lost',
  unrecognised: 'unrecognised',
};

/** @returns undefined for a refusal of the app */
function causeOf(error: unknown, code: string): Cause | undefined {
  if (error instanceof PubSubError) return error.isAnswer ? undefined : causeOfCode[code];
  // A refusal has the app's code. An error without a code happened before the call left.
  return (error as { code?: unknown } | null)?.code === undefined ? 'unsendable' : undefined;
}

/** A limit, because an app's codes may differ from call to call, and memory must not grow. */
const mostCodes = 20;

/** Keeps the account of one thread's calls. */
export class CallAccount {
  readonly #times = new Times();
  readonly #refusals: Record<string, number> = {};
  readonly #causes: Calls['causes'] = {};
  #firstRefusal: { code: string; message: string } | undefined;
  #sent = 0;
  #acknowledged = 0;
  #refused = 0;
  #expected = 0;

  sent(): void {
    this.#sent++;
  }

  acknowledged(took_us: number): void {
    this.#acknowledged++;
    this.#times.record(took_us);
  }

  /**
   * @param took_us recorded if present
   * @param expect codes of refusals that are wanted
   * @returns what the call counts as
   */
  failed(
    error: unknown,
    { took_us, expect = [] }: { took_us?: number; expect?: readonly string[] } = {},
  ): 'refused' | 'expected' | 'unanswered' {
    const { code, message } = describe(error);
    const cause = causeOf(error, code);
    if (expect.includes(code)) this.#expected++;
    else if (cause !== undefined) {
      const seen = this.#causes[cause] ?? { count: 0, first: message };
      seen.count++;
      this.#causes[cause] = seen;
      return 'unanswered';
    } else {
      this.#refused++;
      this.#firstRefusal ??= { code, message };
      const isKnown = this.#refusals[code] !== undefined || Object.keys(this.#refusals).length < mostCodes;
      const kept = isKnown ? code : 'other';
      this.#refusals[kept] = (this.#refusals[kept] ?? 0) + 1;
    }
    if (took_us !== undefined && cause === undefined) this.#times.record(took_us);
    return expect.includes(code) ? 'expected' : 'refused';
  }

  totals(): Calls {
    return {
      sent: this.#sent,
      acknowledged: this.#acknowledged,
      refused: this.#refused,
      refusals: this.#refusals,
      ...(this.#firstRefusal === undefined ? {} : { first_refusal: this.#firstRefusal }),
      expected: this.#expected,
      unanswered: this.#sent - this.#acknowledged - this.#refused - this.#expected,
      causes: this.#causes,
      latency: encodeHistogram(this.#times.histogram),
      latencyOutside: this.#times.outside,
    };
  }
}
