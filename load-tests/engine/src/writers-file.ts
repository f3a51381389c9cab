import { makeBits, setBit } from './bits.ts';
import { describe } from './error.ts';
import { encodeHistogram, type Outside, Times } from './histogram.ts';

/**
 * writers.json: what became of each write.
 * scheduled = sent + unsent, and sent = acknowledged + refused + unanswered.
 */
export interface WritersFile {
  scheduled: number;
  sent: number;
  /** Due while its writer had no connection. */
  unsent: number;
  acknowledged: number;
  refused: number;
  /** How many were refused with each error code. */
  refusals: Record<string, number>;
  /** No answer until the end of the drain, or the connection was lost before it. */
  unanswered: number;
  /** One bit a write, in base64: k is bit k % 8 of byte k >> 3. */
  acknowledged_bits: string;
  refused_bits: string;
  /** From the moment that a write was due until it was sent; HDR, microseconds. */
  lateness: string;
  latenessOutside: Outside;
  /** From sending until the answer, refusals too; HDR, microseconds. */
  acknowledgement: string;
  acknowledgementOutside: Outside;
  first_error?: { code: string; message: string };
}

/** pubsub-client's own codes: nobody refused. */
const unansweredCodes = new Set(['timeout', 'disconnected', 'closed']);

/** Keeps the account of the writes. */
export class WriteAccount {
  readonly #count: number;
  readonly #acknowledgedBits;
  readonly #refusedBits;
  readonly #lateness = new Times();
  readonly #acknowledgement = new Times();
  readonly #refusals: Record<string, number> = {};
  #sent = 0;
  #unsent = 0;
  #acknowledged = 0;
  #refused = 0;
  #firstError: { code: string; message: string } | undefined;

  constructor(count: number) {
    this.#count = count;
    this.#acknowledgedBits = makeBits(count);
    this.#refusedBits = makeBits(count);
  }

  sent(late_ns: bigint): void {
    this.#sent++;
    this.#lateness.record(Math.max(1, Math.round(Number(late_ns) / 1000)));
  }

  unsent(): void {
    this.#unsent++;
  }

  acknowledged(k: number, took_ns: bigint): void {
    this.#acknowledged++;
    setBit(this.#acknowledgedBits, k);
    this.#acknowledgement.record(Math.max(1, Math.round(Number(took_ns) / 1000)));
  }

  refused(k: number, took_ns: bigint, error: unknown): void {
    const found = describe(error);
    this.#firstError ??= found;
    if (unansweredCodes.has(found.code)) return;
    this.#refused++;
    this.#refusals[found.code] = (this.#refusals[found.code] ?? 0) + 1;
    setBit(this.#refusedBits, k);
    this.#acknowledgement.record(Math.max(1, Math.round(Number(took_ns) / 1000)));
  }

  file(): WritersFile {
    return {
      scheduled: this.#count,
      sent: this.#sent,
      unsent: this.#unsent,
      acknowledged: this.#acknowledged,
      refused: this.#refused,
      refusals: this.#refusals,
      unanswered: this.#sent - this.#acknowledged - this.#refused,
      acknowledged_bits: Buffer.from(this.#acknowledgedBits).toString('base64'),
      refused_bits: Buffer.from(this.#refusedBits).toString('base64'),
      lateness: encodeHistogram(this.#lateness.histogram),
      latenessOutside: this.#lateness.outside,
      acknowledgement: encodeHistogram(this.#acknowledgement.histogram),
      acknowledgementOutside: this.#acknowledgement.outside,
      ...(this.#firstError === undefined ? {} : { first_error: this.#firstError }),
    };
  }
}
