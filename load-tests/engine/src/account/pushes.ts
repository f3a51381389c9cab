import type { Change } from '@meteor-vs-mean/pubsub-client';
import type { JsHistogram } from 'hdr-histogram-js';
import type { Events } from '../script/artillery.ts';
import type { PushSpec } from '../script/config.ts';
import { makeHistogram, sampleHistogram } from './histogram.ts';

/** Only this many names have metrics. */
const mostNames = 100;
/** Artillery keeps each value for some seconds, so a busy event reports only this many per second, evenly spaced. */
const mostValues = 500;

/** Reports the events that show no write, once a second: their number, and their latency. */
export class Pushes {
  readonly #specs: readonly PushSpec[];
  readonly #events: Events;
  readonly #counts = new Map<string, number>();
  readonly #latencies = new Map<string, JsHistogram>();
  #timer: NodeJS.Timeout | undefined;

  constructor(specs: readonly PushSpec[], events: Events) {
    this.#specs = specs;
    this.#events = events;
  }

  /** @param at_ns process.hrtime.bigint() when the event came */
  take(change: Change, at_ns: bigint): void {
    this.#timer ??= setTimeout(() => this.report(), 1000);
    const name = this.#limited(nameOf(change));
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#events.emit('rate', `pubsub.push_rate.${name}`);
    for (const spec of this.#specs) {
      if (spec.event !== change.event || (spec.collection ?? change.collection) !== change.collection)
        continue;
      const sent_ms = timeIn(change.args, spec.sent);
      if (sent_ms === undefined) continue;
      const came_ms = Date.now() - Number(process.hrtime.bigint() - at_ns) / 1e6;
      this.#latencyOf(name).recordValue(Math.min(120e6, Math.max(0, Math.round(1000 * (came_ms - sent_ms)))));
    }
  }

  /** Reports the events since the last report. */
  report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [name, count] of this.#counts) {
      if (count === 0) continue;
      this.#counts.set(name, 0);
      this.#events.emit('counter', `pubsub.push.${name}`, count);
    }
    for (const [name, latency] of this.#latencies) {
      for (const time_us of sampleHistogram(
        latency,
        Math.max(1, Math.ceil(latency.totalCount / mostValues)),
      )) {
        this.#events.emit('histogram', `pubsub.push_latency.${name}`, time_us / 1000);
      }
      latency.reset();
    }
  }

  #limited(name: string): string {
    return this.#counts.has(name) || this.#counts.size < mostNames ? name : 'other';
  }

  #latencyOf(name: string): JsHistogram {
    const found = this.#latencies.get(name) ?? (makeHistogram() as JsHistogram);
    this.#latencies.set(name, found);
    return found;
  }
}

/** `tick`, or on DDP `added.todos`. */
export function nameOf({ event, collection }: { event: string; collection?: string }): string {
  return collection === undefined ? event : `${event}.${collection}`;
}

/** Milliseconds since 1970, ISO text, a date, or a date in EJSON. */
function timeIn(args: unknown, path: readonly string[]): number | undefined {
  let value = args;
  for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
  value = (value as { $date?: unknown } | null | undefined)?.$date ?? value;
  const time_ms =
    value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof time_ms === 'number' && Number.isFinite(time_ms) ? time_ms : undefined;
}
