import type { JsHistogram } from 'hdr-histogram-js';
import type { Events } from '../script/artillery.ts';
import type { Account } from './account.ts';
import { makeHistogram, sampleHistogram } from './histogram.ts';

const counted = ['deliveries', 'removed', 'duplicated', 'unexpected'] as const;
type Counted = (typeof counted)[number];

/**
 * Reports the new deliveries to Artillery once a second. Artillery's metrics take single values and keep each for some
 * seconds, so a busy run passes on every n-th of the sorted latencies. The percentiles stay within the 1 % of Artillery's
 * sketches, and receiving costs no more.
 */
export class LatencyReport {
  readonly #account: Account;
  readonly #events: Events;
  readonly #reported = makeHistogram() as JsHistogram;
  readonly #since = makeHistogram() as JsHistogram;
  readonly #told: Record<Counted, number> = { deliveries: 0, removed: 0, duplicated: 0, unexpected: 0 };
  readonly #timer: NodeJS.Timeout;
  readonly #stride: number;

  /** @param perSecond the expected deliveries */
  constructor(account: Account, events: Events, perSecond: number) {
    this.#account = account;
    this.#events = events;
    this.#stride = Math.max(1, Math.ceil(perSecond / 500));
    this.#timer = setInterval(() => this.#tell(), 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#tell();
  }

  #tell(): void {
    for (const name of counted) {
      const more = this.#account[name] - this.#told[name];
      this.#told[name] += more;
      if (more > 0) this.#events.emit('counter', `pubsub.${name}`, more);
    }
    const total = this.#account.latency.histogram as JsHistogram;
    if (total.totalCount === this.#reported.totalCount) return;
    this.#since.reset();
    this.#since.add(total);
    this.#since.subtract(this.#reported);
    this.#reported.add(this.#since);
    for (const time_us of sampleHistogram(this.#since, this.#stride)) {
      this.#events.emit('histogram', 'pubsub.fanout_latency', time_us / 1000);
    }
  }
}
