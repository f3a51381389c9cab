import { makeBits, setBit } from './bits.ts';
import { CallAccount, type Calls } from './call-account.ts';
import { describe } from './error.ts';
import { encodeHistogram, type Outside, Times } from './histogram.ts';
import type { Share } from './machines/share.ts';

/** writers.json: what became of each write; scheduled = sent + unsent. */
export interface WritersFile extends Omit<Calls, 'latency' | 'latencyOutside'> {
  scheduled: number;
  /** Due while its writer had no connection. */
  unsent: number;
  /** One bit a write, in base64: k is bit k % 8 of byte k >> 3. */
  acknowledged_bits: string;
  refused_bits: string;
  /** From the moment that a write was due until it was sent; HDR, microseconds. */
  lateness: string;
  latenessOutside: Outside;
  /** The same of each write, in microseconds; -1 for one that was not sent. */
  late_us: number[];
  /** From sending until the answer, refusals too; HDR, microseconds. */
  acknowledgement: string;
  acknowledgementOutside: Outside;
  first_error?: { code: string; message: string };
}

/** Keeps the account of the writes. */
export class WriteAccount {
  readonly #scheduled: number;
  readonly #acknowledgedBits;
  readonly #refusedBits;
  readonly #lateness = new Times();
  readonly #late_us: Int32Array;
  readonly #calls = new CallAccount();
  #unsent = 0;
  #firstError: { code: string; message: string } | undefined;

  /** @param count of the writes of all machines */
  constructor(count: number, { index, of }: Share) {
    this.#scheduled = Math.ceil((count - index) / of);
    this.#acknowledgedBits = makeBits(count);
    this.#refusedBits = makeBits(count);
    this.#late_us = new Int32Array(count).fill(-1);
  }

  sent(k: number, late_ns: bigint): void {
    this.#calls.sent();
    this.#lateness.record(microseconds(late_ns));
    this.#late_us[k] = Math.max(0, Math.round(Number(late_ns) / 1000));
  }

  unsent(): void {
    this.#unsent++;
  }

  acknowledged(k: number, took_ns: bigint): void {
    this.#calls.acknowledged(microseconds(took_ns));
    setBit(this.#acknowledgedBits, k);
  }

  refused(k: number, took_ns: bigint, error: unknown): void {
    const found = describe(error);
    this.#firstError ??= found;
    if (this.#calls.refused(found, microseconds(took_ns))) setBit(this.#refusedBits, k);
  }

  file(): WritersFile {
    const { latency, latencyOutside, ...totals } = this.#calls.totals();
    return {
      scheduled: this.#scheduled,
      ...totals,
      unsent: this.#unsent,
      acknowledged_bits: Buffer.from(this.#acknowledgedBits).toString('base64'),
      refused_bits: Buffer.from(this.#refusedBits).toString('base64'),
      lateness: encodeHistogram(this.#lateness.histogram),
      latenessOutside: this.#lateness.outside,
      late_us: Array.from(this.#late_us),
      acknowledgement: latency,
      acknowledgementOutside: latencyOutside,
      ...(this.#firstError === undefined ? {} : { first_error: this.#firstError }),
    };
  }
}

/** For a histogram, whose least value is 1. */
function microseconds(time_ns: bigint): number {
  return Math.max(1, Math.round(Number(time_ns) / 1000));
}
