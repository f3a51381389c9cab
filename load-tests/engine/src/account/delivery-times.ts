import type { Histogram } from 'hdr-histogram-js';
import { makeHistogram } from './histogram.ts';

/** A thread keeps at most this many deliveries: 512 KB. */
const most = 65_536;

/**
 * The write and the latency of deliveries, to compute latency from when a write was sent. Its size is constant: if it is
 * full, it keeps every second delivery, then every fourth, and so on.
 */
export class DeliveryTimes {
  readonly #pairs = new Uint32Array(2 * most);
  #kept = 0;
  #seen = 0;
  #stride = 1;

  /** @param latency_us from when the write was due */
  record(write: number, latency_us: number): void {
    if (this.#seen++ % this.#stride !== 0) return;
    if (this.#kept === most) this.#halve();
    this.#pairs[2 * this.#kept] = write;
    this.#pairs[2 * this.#kept + 1] = Math.max(0, latency_us);
    this.#kept++;
  }

  /** Pairs of 32-bit numbers, in the machine's byte order. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#pairs.buffer, 0, 8 * this.#kept);
  }

  #halve(): void {
    for (let i = 0; i < most / 2; i++) this.#pairs.copyWithin(2 * i, 4 * i, 4 * i + 2);
    this.#kept = most / 2;
    this.#stride *= 2;
  }
}

/**
 * @param files of `bytes`, one per thread
 * @param late_us how late each write was sent, from writers.json
 * @returns latency from when a write was sent, without the delay of a late sender; null if nothing came, or if the lateness
 * of a delivered write is unknown
 */
export function latencyFromSending(
  files: readonly Uint8Array[],
  late_us: readonly number[],
): Histogram | null {
  const histogram = makeHistogram();
  for (const bytes of files) {
    const pairs = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    for (let i = 0; i < pairs.length; i += 2) {
      const late = late_us[pairs[i] as number];
      if (late === undefined || late < 0) return null;
      histogram.recordValue(Math.max(1, (pairs[i + 1] as number) - late));
    }
  }
  return histogram.totalCount === 0 ? null : histogram;
}
