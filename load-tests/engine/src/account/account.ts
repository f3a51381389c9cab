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

/** One subscriber. It needs a bit for each owed write, and a constant. */
export interface Subscriber {
  /** Its row in the bits file. */
  readonly row: number;
  /** The group whose writes it is owed, from 0. */
  readonly group: number;
  /** The instance that it was connected to when it became ready: its place in `targets`, from 0. */
  readonly target: number;
  /** When all its subscriptions had their snapshots, process.hrtime.bigint(). */
  readonly ready_ns: bigint;
  /** When it began to connect. */
  readonly began_ns: bigint;
  readonly bits: Bits;
  /** The newest write of each writer of each machine, -1 for none: writes are in order per writer. */
  readonly newest: Int32Array;
  disconnects: number;
  /** When it had its snapshots again after a lost connection, process.hrtime.bigint(); 0 if it never lost one. */
  back_ns: bigint;
}

/** What subscribers received. */
export interface Counts {
  /** Writes that came to a subscriber for the first time: the number of set bits. */
  deliveries: number;
  /** Writes that came to it again. */
  duplicated: number;
  /** Writes that came after a later one of the same writer. */
  reordered: number;
  /** Delivery events with no write of this run, or with a write of another group. */
  unexpected: number;
  removed: number;
  /** All other changes. */
  others: number;
  disconnects: number;
}

/** Adds up what all of them received. */
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
  /** The number of machines that write. */
  machines: number;
  deliveries: readonly Delivery[];
  removals: readonly string[];
  /** Takes the events that show no write. */
  pushes?: Pushes;
  /**
   * The start of the schedule, and this machine's share of it. The account calls it until it is known: a machine that a run
   * refused can also see writes of that run.
   */
  start(): { t0_ns: bigint; share: Share } | undefined;
}

/** Deliveries count by spans of this length from the first write. */
export const span_ms = 500;

/**
 * The deliveries to this thread's subscribers. Latency counts from when a write was due. Memory doesn't grow with the
 * deliveries: their bits exist from the start.
 */
export class Account implements Counts {
  readonly subscribers: Subscriber[] = [];
  /** Writes of this machine. */
  readonly latency = new Times();
  /** Writes of other machines: as wrong as the clocks. */
  readonly across = new Times();
  /** Deliveries of both, each with its write. */
  readonly times = new DeliveryTimes();
  deliveries = 0;
  duplicated = 0;
  reordered = 0;
  unexpected = 0;
  removed = 0;
  others = 0;
  /** Events that show no write, by their name. */
  readonly sightings = new Sightings();
  /** Deliveries in each span since the start of the schedule, for a timeline. */
  readonly spans: number[] = [];
  disconnects = 0;
  firstDisconnect: string | undefined;
  readonly #options: AccountOptions;
  #start: { t0_ns: bigint; share: Share } | undefined;
  #open = true;

  constructor(options: AccountOptions) {
    this.#options = options;
  }

  /** Adds a subscriber that has its snapshots. Changes count from now. */
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

  /** Ends the account after the drain: later changes don't count. */
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
   * The subscriber reconnected and has all its snapshots. A snapshot shows a state, not one write after another. So its
   * missing writes count as delivered, and nothing in it counts as doubled, out of order or unexpected.
   */
  reconnected(subscriber: Subscriber, back_ns: bigint): void {
    subscriber.back_ns = back_ns;
  }

  /** @param known the identifier, if the caller already found it in the change */
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

  /** The bits of all subscribers, one row each, in their order. */
  bits(): Uint8Array {
    return Buffer.concat(this.subscribers.map(({ bits }) => bits));
  }
}
