import { makeBits, setBit } from '../account/bits.ts';
import { CallAccount, type Calls, type Seen } from '../account/call-account.ts';
import { encodeHistogram, type Outside, Times } from '../account/histogram.ts';
import type { Share } from '../account/share.ts';
import type { Sighting } from '../account/sightings.ts';

/** writers.json: the outcome of each write; scheduled = sent + unsent. */
export interface WritersFile extends Omit<Calls, 'latency' | 'latencyOutside'> {
  scheduled: number;
  /** The writer had no connection when the write was due. */
  unsent: number;
  /** Connections that writers lost, and why the first was lost; absent: none. */
  lost_connections?: Seen;
  /** What came over the connections of the writers, by its name; absent: nothing. */
  came?: Record<string, Sighting>;
  /** One bit a write, in base64: k is bit k % 8 of byte k >> 3. */
  acknowledged_bits: string;
  refused_bits: string;
  /** Refusals that the script names in `expect`. */
  expected_bits: string;
  /** From the moment that a write was due until it was sent; HDR, microseconds. */
  lateness: string;
  latenessOutside: Outside;
  /** The same for each write, in microseconds; -1 for an unsent write. */
  late_us: number[];
  /** From sending to the answer, also of refusals; HDR, microseconds. */
  acknowledgement: string;
  acknowledgementOutside: Outside;
}

interface WriteAccountOptions {
  /** Of the writes of all machines. */
  count: number;
  share: Share;
  /** Codes of refusals that are wanted. */
  expect?: readonly string[];
}

/** Keeps the account of the writes. */
export class WriteAccount {
  readonly #scheduled: number;
  readonly #expect: readonly string[];
  readonly #bits;
  readonly #lateness = new Times();
  readonly #late_us: Int32Array;
  readonly #calls = new CallAccount();
  #unsent = 0;

  constructor({ count, share: { index, of }, expect = [] }: WriteAccountOptions) {
    this.#scheduled = Math.ceil((count - index) / of);
    this.#expect = expect;
    this.#bits = { acknowledged: makeBits(count), refused: makeBits(count), expected: makeBits(count) };
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
    setBit(this.#bits.acknowledged, k);
  }

  failed(k: number, took_ns: bigint, error: unknown): void {
    const became = this.#calls.failed(error, { took_us: microseconds(took_ns), expect: this.#expect });
    if (became !== 'unanswered') setBit(this.#bits[became], k);
  }

  /**
   * @param lost connections that the writers lost
   * @param came what came over them
   */
  file(lost?: Seen, came: Record<string, Sighting> = {}): WritersFile {
    const { latency, latencyOutside, ...totals } = this.#calls.totals();
    const { acknowledged, refused, expected } = this.#bits;
    return {
      scheduled: this.#scheduled,
      ...totals,
      unsent: this.#unsent,
      ...(lost === undefined ? {} : { lost_connections: lost }),
      ...(Object.keys(came).length === 0 ? {} : { came }),
      acknowledged_bits: Buffer.from(acknowledged).toString('base64'),
      refused_bits: Buffer.from(refused).toString('base64'),
      expected_bits: Buffer.from(expected).toString('base64'),
      lateness: encodeHistogram(this.#lateness.histogram),
      latenessOutside: this.#lateness.outside,
      late_us: Array.from(this.#late_us),
      acknowledgement: latency,
      acknowledgementOutside: latencyOutside,
    };
  }
}

/** At least 1, the least value of a histogram. */
function microseconds(time_ns: bigint): number {
  return Math.max(1, Math.round(Number(time_ns) / 1000));
}
