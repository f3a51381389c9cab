import type { Histogram } from 'hdr-histogram-js';
import { makeHistogram } from './histogram.ts';

/** Deliveries that a thread keeps at most: 512 KB. */
const most = 65_536;

/**
 * The write and the latency of deliveries, so that latency can also be counted from when a write was sent. Of more than
 * fit it keeps every second one, then every fourth, and so on: its size is constant.
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
 * Latency from when a write was sent: what a late sender adds to latency from when it was due is not in it.
 * @param files as `bytes` wrote them, one a thread
 * @param late_us of each write, as writers.json has them
 * @returns null where nothing came, or the lateness of a write that came is not known
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
