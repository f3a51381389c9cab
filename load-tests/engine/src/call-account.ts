import { encodeHistogram, mergeHistograms, type Outside, sumOutside, Times } from './histogram.ts';

/** What became of some calls; sent = acknowledged + refused + unanswered. */
export interface Calls {
  sent: number;
  acknowledged: number;
  refused: number;
  /** How many were refused with each error code; past the twentieth, as `other`. */
  refusals: Record<string, number>;
  /** No answer came before the end, or before the connection was lost. */
  unanswered: number;
  /** From sending until the answer; HDR, microseconds. */
  latency: string;
  latencyOutside: Outside;
}

/** The account of several threads. */
export function sumOfCalls(all: readonly Calls[]): Calls {
  const sum = (name: 'sent' | 'acknowledged' | 'refused' | 'unanswered') =>
    all.reduce((total, one) => total + one[name], 0);
  const refusals: Record<string, number> = {};
  for (const [code, count] of all.flatMap((one) => Object.entries(one.refusals))) {
    refusals[code] = (refusals[code] ?? 0) + count;
  }
  return {
    sent: sum('sent'),
    acknowledged: sum('acknowledged'),
    refused: sum('refused'),
    refusals,
    unanswered: sum('unanswered'),
    latency: encodeHistogram(mergeHistograms(all.map(({ latency }) => latency))),
    latencyOutside: sumOutside(all.map(({ latencyOutside }) => latencyOutside)),
  };
}

/** pubsub-client's own codes: nobody refused, or nobody knows. */
const unansweredCodes = new Set(['timeout', 'disconnected', 'closed', 'unrecognised']);

/** So many codes are told apart: an app may put what differs from call to call into them, and memory is not to grow with it. */
const mostCodes = 20;

/** Keeps the account of one thread's calls. */
export class CallAccount {
  readonly #times = new Times();
  readonly #refusals: Record<string, number> = {};
  #sent = 0;
  #acknowledged = 0;
  #refused = 0;

  sent(): void {
    this.#sent++;
  }

  acknowledged(took_us: number): void {
    this.#acknowledged++;
    this.#times.record(took_us);
  }

  /**
   * @param took_us recorded where it is given
   * @returns false where it was no answer of the app (a lost connection, a timeout): that leaves the call unanswered
   */
  refused({ code }: { code: string }, took_us?: number): boolean {
    if (unansweredCodes.has(code)) return false;
    this.#refused++;
    const isKnown = this.#refusals[code] !== undefined || Object.keys(this.#refusals).length < mostCodes;
    const kept = isKnown ? code : 'other';
    this.#refusals[kept] = (this.#refusals[kept] ?? 0) + 1;
    if (took_us !== undefined) this.#times.record(took_us);
    return true;
  }

  totals(): Calls {
    return {
      sent: this.#sent,
      acknowledged: this.#acknowledged,
      refused: this.#refused,
      refusals: this.#refusals,
      unanswered: this.#sent - this.#acknowledged - this.#refused,
      latency: encodeHistogram(this.#times.histogram),
      latencyOutside: this.#times.outside,
    };
  }
}
