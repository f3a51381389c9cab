import { emptyLatencies, encodeLatencies, resolution } from '@meteor-vs-mean/stats';
import { numberOf } from './message.ts';

export interface Received {
  /** Different messages at different subscribers. */
  received: number;
  duplicated: number;
  /** Nobody's messages, or such as were changed on the way. */
  wrong: number;
  /** At one subscriber, after a later one. */
  reordered: number;
  /** From the moment a message was due until a subscriber had it, as packages/stats has it. */
  latencies: string;
}

/** What each of some subscribers has got of some messages. */
export class Receipts {
  readonly #tag: string;
  readonly #count: number;
  readonly #text_length: number;
  /** When message k came to subscriber n, at [n * count + k], in ns from `#origin_ns`; NaN: not yet. */
  readonly #at_ns: Float64Array;
  readonly #origin_ns = process.hrtime.bigint();
  readonly #latest: Int32Array;
  #received = 0;
  #duplicated = 0;
  #wrong = 0;
  #reordered = 0;
  #onComplete: (() => void) | undefined;

  /**
   * @param count messages with ids of this tag
   * @param text_length of each of their texts
   */
  constructor(tag: string, count: number, text_length: number, subscribers: number) {
    this.#tag = tag;
    this.#count = count;
    this.#text_length = text_length;
    this.#at_ns = new Float64Array(count * subscribers).fill(Number.NaN);
    this.#latest = new Int32Array(subscribers).fill(-1);
  }

  take(subscriber: number, id: string, text: string, at_ns: bigint): void {
    const k = numberOf(this.#tag, id);
    if (!(k >= 0 && k < this.#count) || text.length !== this.#text_length) {
      this.#wrong += 1;
      return;
    }
    const place = subscriber * this.#count + k;
    if (!Number.isNaN(this.#at_ns[place])) {
      this.#duplicated += 1;
      return;
    }
    this.#at_ns[place] = Number(at_ns - this.#origin_ns);
    if (k < (this.#latest[subscriber] as number)) this.#reordered += 1;
    else this.#latest[subscriber] = k;
    this.#received += 1;
    if (this.#received === this.#at_ns.length) this.#onComplete?.();
  }

  /**
   * Resolves when all that is owed has come, or after so long.
   * @param now is called in that very moment
   */
  complete<Reading>(now: () => Reading, patience_ms: number): Promise<Reading> {
    return new Promise((resolve) => {
      if (this.#received === this.#at_ns.length) {
        resolve(now());
        return;
      }
      const end = () => {
        clearTimeout(timer);
        this.#onComplete = undefined;
        resolve(now());
      };
      const timer = setTimeout(end, patience_ms);
      this.#onComplete = end;
    });
  }

  /** @param due_us of message k, from `t0_ns` */
  received(t0_ns: bigint, due_us: readonly number[]): Received {
    const latencies = emptyLatencies();
    const offset_us = Number(this.#origin_ns - t0_ns) / 1000;
    for (const [place, at_ns] of this.#at_ns.entries()) {
      if (Number.isNaN(at_ns)) continue;
      const due = due_us[place % this.#count] as number;
      const late_us = Math.round(at_ns / 1000 + offset_us - due);
      latencies.recordValue(
        Math.min(Math.max(late_us, resolution.lowestDiscernibleValue), resolution.highestTrackableValue),
      );
    }
    return {
      received: this.#received,
      duplicated: this.#duplicated,
      wrong: this.#wrong,
      reordered: this.#reordered,
      latencies: encodeLatencies(latencies),
    };
  }
}
