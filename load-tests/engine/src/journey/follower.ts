import type { Change, Subscription, Transport } from '@meteor-vs-mean/pubsub-client';
import { makeWitness, type Witness } from '../account/witness.ts';
import { type Config, type Delivery, plainKind } from '../script/config.ts';
import { digestsOf } from './digest.ts';
import { now_us, toMicroseconds } from './line.ts';
import type { JourneyLog } from './log.ts';

interface Follow {
  audience: string;
  witness: Witness | undefined;
  /** Whether its snapshot is complete, and the connection is there. */
  isOn: boolean;
}

interface FollowerOptions {
  /** The id of its user. */
  user: string;
  log: JourneyLog;
  config: Config;
  transport: Transport;
  /** Whether it keeps its view of each audience. */
  isWitness: boolean;
  /** Its user has ended. */
  left(): void;
}

/** What one user follows. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #deliveries: readonly Delivery[];
  /** By the name of the subscription. */
  readonly #follows = new Map<string, Follow>();
  #back_ns = 0n;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#deliveries = options.config.deliveries;
  }

  /** A subscription begins: on DDP its snapshot comes as changes. */
  begin(as: string, audience: string): void {
    this.end(as);
    const { isWitness, transport, config } = this.#options;
    const witness = isWitness ? makeWitness(transport, config.view) : undefined;
    this.#follows.set(as, { audience, witness, isOn: false });
  }

  /** It was refused. */
  abandon(as: string): void {
    this.#follows.delete(as);
  }

  /** Its snapshot is complete. */
  follow(as: string, subscription: Subscription): void {
    const follow = this.#follows.get(as);
    if (follow === undefined) return;
    follow.witness?.snapshot(subscription);
    this.#turnOn(follow);
  }

  /** The subscription ends. */
  end(as: string): void {
    const follow = this.#follows.get(as);
    if (follow === undefined) return;
    this.#turnOff(follow, 0);
    this.#follows.delete(as);
  }

  /** The connection ends. */
  endAll(): void {
    for (const as of [...this.#follows.keys()]) this.end(as);
  }

  /** Its user ends. */
  leave(): void {
    this.endAll();
    this.#options.left();
  }

  /** The connection is lost. */
  lose(): void {
    for (const follow of this.#follows.values()) this.#turnOff(follow, 1);
  }

  /** It is back. @param subscriptions that were made again, by their names */
  resume(subscriptions: ReadonlyMap<string, Subscription>): void {
    this.#back_ns = process.hrtime.bigint();
    for (const [as, follow] of this.#follows) {
      const subscription = subscriptions.get(as);
      if (subscription === undefined) {
        this.#follows.delete(as);
        continue;
      }
      follow.witness?.reset();
      follow.witness?.snapshot(subscription);
      this.#turnOn(follow);
    }
  }

  /**
   * @param isSubscribing whether the change may be part of a snapshot
   * @returns whether it shows a write
   */
  take(change: Change, at_ns: bigint, isSubscribing: boolean): boolean {
    for (const { witness } of this.#follows.values()) witness?.take(change);
    const isSnapshot = isSubscribing || at_ns <= this.#back_ns ? 1 : 0;
    const { event, collection, args } = change;
    let shows = false;
    for (const delivery of this.#deliveries) {
      const isOfEvent = delivery.event === event && (delivery.collection ?? collection) === collection;
      if (!isOfEvent || delivery.has?.(args) === false) continue;
      const id = delivery.identify(args);
      const ids = id === undefined ? (delivery.identifyAll?.(args) ?? []) : [id];
      for (const one of ids) this.#deliver(delivery.kind ?? plainKind, one, at_ns, isSnapshot);
      shows ||= ids.length > 0;
    }
    return shows;
  }

  #deliver(kind: string, id: string, at_ns: bigint, isSnapshot: 0 | 1): void {
    const { user, log } = this.#options;
    log.write(['D', toMicroseconds(at_ns), user, kind, id, isSnapshot]);
  }

  #turnOn(follow: Follow): void {
    const isFirst = !this.#isOn(follow.audience);
    follow.isOn = true;
    const { user, log } = this.#options;
    if (isFirst) log.write(['F', now_us(), user, follow.audience, follow.witness === undefined ? 0 : 1]);
  }

  #turnOff(follow: Follow, isLost: 0 | 1): void {
    const { isOn, audience, witness } = follow;
    follow.isOn = false;
    if (this.#isOn(audience)) return;
    const { user, log } = this.#options;
    // While the connection is lost, a view isn't complete.
    if (witness !== undefined && isOn && isLost === 0) {
      log.write(['V', now_us(), user, audience, digestsOf(witness, this.#options.config.uncompared)]);
    }
    log.write(['E', now_us(), user, audience, isLost]);
  }

  /** Whether another subscription shows the audience. */
  #isOn(audience: string): boolean {
    return [...this.#follows.values()].some((follow) => follow.isOn && follow.audience === audience);
  }
}
