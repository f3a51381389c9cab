import { describe } from './error.ts';
import { encodeHistogram, type Outside, Times } from './histogram.ts';

/** What became of the calls that virtual users made themselves; sent = acknowledged + refused + unanswered. */
export interface Calls {
  sent: number;
  acknowledged: number;
  refused: number;
  refusals: Record<string, number>;
  unanswered: number;
  /** From sending until the answer; HDR, microseconds. */
  latency: string;
  latencyOutside: Outside;
}

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

  /** Anything but an answer of the app (a lost connection, a timeout) leaves the call unanswered. */
  refused(error: unknown): void {
    const { code } = describe(error);
    if (['timeout', 'disconnected', 'closed'].includes(code)) return;
    this.#refused++;
    this.#refusals[code] = (this.#refusals[code] ?? 0) + 1;
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
