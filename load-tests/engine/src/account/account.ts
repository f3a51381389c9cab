import type { Change } from '@meteor-vs-mean/pubsub-client';
import type { Delivery } from '../script/config.ts';
import type { WriteIds } from '../script/identifier.ts';
import { type Bits, getBit, setBit } from './bits.ts';
import { DeliveryTimes } from './delivery-times.ts';
import type { Groups } from './groups.ts';
import { Times } from './histogram.ts';
import type { Pushes } from './pushes.ts';
import { isOwn, type Share, senderOf } from './share.ts';
import { nameOfChange, Sightings } from './sightings.ts';

/** One subscriber: a bit for each write that it is owed, and a constant. */
export interface Subscriber {
  /** Its row in the bits file. */
  readonly row: number;
  /** Whose writes it is owed, from 0. */
  readonly group: number;
  /** Which instance it was at when it became ready: its place among `targets`, from 0. */
  readonly target: number;
  /** When all its subscriptions had their snapshots, process.hrtime.bigint(). */
  readonly ready_ns: bigint;
  /** When it began to connect. */
  readonly began_ns: bigint;
  readonly bits: Bits;
  /** The newest write that came of each writer of each machine, -1 for none: order is per writer. */
  readonly newest: Int32Array;
  disconnects: number;
  /** When a lost connection was back with its snapshots, process.hrtime.bigint(); 0 for one that was never lost. */
  back_ns: bigint;
}

/** What came to some subscribers. */
export interface Counts {
  /** Writes that came to a subscriber for the first time: as many bits are set. */
  deliveries: number;
  /** ... and once more. */
  duplicated: number;
  /** ... after a later one of the same writer. */
  reordered: number;
  /** Events of a delivery whose identifier isn't that of a write of this run, or is that of another group's write. */
  unexpected: number;
  removed: number;
  /** All other changes. */
  others: number;
  disconnects: number;
}

/** What came to all of them together. */
export function countsOf(all: readonly Counts[]): Counts {
  const counts: Counts = {
    deliveries: 0,
    duplicated: 0,
    reordered: 0,
    unexpected: 0,
    removed: 0,
    others: 0,
    disconnects: 0,
  };
  for (const one of all) {
    for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += one[name];
  }
  return counts;
}

interface AccountOptions {
  ids: WriteIds;
  groups: Groups;
  due_us: readonly number[];
  writers: number;
  /** How many machines write. */
  machines: number;
  deliveries: readonly Delivery[];
  removals: readonly string[];
  /** Takes what is no delivery of a write. */
  pushes?: Pushes;
  /**
   * The start of the schedule, and this machine's share of it. Asked for until it is known: a machine that isn't taken into
   * a run of several sees writes of it, too.
   */
  start(): { t0_ns: bigint; share: Share } | undefined;
}

/** Deliveries are counted by spans of this length from the first write on. */
export const span_ms = 500;

/**
 * The deliveries of this thread's subscribers. Latency counts from the moment that a write was due. What it
 * keeps doesn't grow with the deliveries, but for their bits, which are there from the beginning.
 */
export class Account implements Counts {
  readonly subscribers: Subscriber[] = [];
  /** Writes of this machine. */
  readonly latency = new Times();
  /** Writes of others: as wrong as the clocks. */
  readonly across = new Times();
  /** Both, each with its write. */
  readonly times = new DeliveryTimes();
  deliveries = 0;
  duplicated = 0;
  reordered = 0;
  unexpected = 0;
  removed = 0;
  others = 0;
  /** What came and was no delivery of a write, by its name. */
  readonly sightings = new Sightings();
  /** Deliveries in each span since the start of the schedule, as far as any came: for a timeline. */
  readonly spans: number[] = [];
  disconnects = 0;
  firstDisconnect: string | undefined;
  readonly #options: AccountOptions;
  #start: { t0_ns: bigint; share: Share } | undefined;
  #open = true;

  constructor(options: AccountOptions) {
    this.#options = options;
  }

  /** To be called when the subscriber has its snapshots: what comes from now on is counted. */
  add(ready_ns: bigint, { group = 0, target = 0, began_ns = ready_ns } = {}): Subscriber {
    const subscriber: Subscriber = {
      row: this.subscribers.length,
      group,
      target,
      ready_ns,
      began_ns,
      bits: this.#options.groups.makeRow(),
      newest: new Int32Array(this.#options.writers * this.#options.machines).fill(-1),
      disconnects: 0,
      back_ns: 0n,
    };
    this.subscribers.push(subscriber);
    return subscriber;
  }

  /** What comes from now on counts for nothing: the drain is over. */
  close(): void {
    this.#open = false;
  }

  disconnected(subscriber: Subscriber, reason: string): void {
    if (!this.#open) return;
    this.firstDisconnect ??= reason;
    subscriber.disconnects++;
    this.disconnects++;
  }

  /**
   * Its connection is back, with all its snapshots. What came up to now shows a state and not one write after another,
   * so of it what is missing counts as delivered, and nothing as doubled, out of order or unexpected.
   */
  reconnected(subscriber: Subscriber, back_ns: bigint): void {
    subscriber.back_ns = back_ns;
  }

  /** @param known the identifier, if it was already found in the change */
  take(subscriber: Subscriber, change: Change, at_ns: bigint, known?: string): void {
    if (!this.#open) return;
    const { deliveries, ids, groups, due_us, writers, machines, removals, pushes } = this.#options;
    const isSnapshot = at_ns <= subscriber.back_ns;
    for (let i = 0; i < deliveries.length; i++) {
      const { event, collection, identify } = deliveries[i] as Delivery;
      if (event !== change.event || (collection !== undefined && collection !== change.collection)) continue;
      const id = known === undefined ? identify(change.args) : known;
      if (id === undefined) {
        const all = (deliveries[i] as Delivery).identifyAll?.(change.args) ?? [];
        for (const one of all) this.take(subscriber, change, at_ns, one);
        if (all.length > 0) return;
      }
      const k = id === undefined ? -1 : ids.indexOf(id);
      const place = groups.placeOf(k);
      if (k !== -1) this.#start ??= this.#options.start();
      if (k === -1 || this.#start === undefined || groups.groupOf(k) !== subscriber.group) {
        if (isSnapshot) return;
        this.unexpected++;
        pushes?.take(change, at_ns);
        this.sightings.take(nameOfChange(change), change.args);
      } else if (getBit(subscriber.bits, place)) {
        if (!isSnapshot) this.duplicated++;
      } else {
        setBit(subscriber.bits, place);
        this.deliveries++;
        const { t0_ns, share } = this.#start;
        const since_start_us = Math.round(Number(at_ns - t0_ns) / 1000);
        const times = isOwn(share, k) ? this.latency : this.across;
        const latency_us = since_start_us - (due_us[k] as number);
        times.record(latency_us);
        this.times.record(k, latency_us);
        const span = Math.max(0, Math.floor(since_start_us / (1000 * span_ms)));
        this.spans[span] = (this.spans[span] ?? 0) + 1;
        const { newest } = subscriber;
        const sender = senderOf(k, { of: machines, writers });
        if (k >= (newest[sender] as number)) newest[sender] = k;
        else if (!isSnapshot) this.reordered++;
      }
      return;
    }
    pushes?.take(change, at_ns);
    if (removals.includes(change.event)) this.removed++;
    else {
      this.others++;
      this.sightings.take(nameOfChange(change), change.args);
    }
  }

  /** The subscribers' bits, a row each, in their order. */
  bits(): Uint8Array {
    return Buffer.concat(this.subscribers.map(({ bits }) => bits));
  }
}
