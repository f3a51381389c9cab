import type { Socket as NetSocket } from 'node:net';
import pLimit from 'p-limit';
import type { Json } from './parser.ts';
import type { Receiver } from './receiver.ts';
import { leftIn, Standing, small } from './standing.ts';

/** How many answers are read at one time of which only their reading tells how large they are. */
const readsAtOnce = 4;

/** How often it is looked whether there is room again, while somebody waits for it. */
const look_ms = 50;

/** In this time somebody has to take as much as is small, while others wait. */
const patience_ms = 2000;

interface Waiting {
  receiver: Receiver;
  bytes: number;
  /** Its receiver's turn, if it has it already: it waits for room only. */
  turn?: Admitted;
  go(turn?: Admitted): void;
}

/** What was admitted, or is being read in order to be. */
interface Admitted {
  receiver: Receiver;
  bytes: number;
  /** Whoever was admitted sends it in that very tick: until then nothing of it is seen anywhere else. */
  isSent: boolean;
}

/** How many packets were not asked for yet, and since when they are no less. */
interface Unasked {
  packets: number;
  since_ms: number;
}

/**
 * Bounds the memory of large snapshots, and of other large answers, that were sent and not yet taken, over all clients.
 * Each has one of them on its way at a time, all together have so many bytes, and who waits for room goes in the order in
 * which they came. Who hardly takes anything while others wait for room is cut: its client comes back and asks again.
 */
export class SnapshotBudget {
  readonly #most: number;
  readonly #connections: Iterable<NetSocket>;
  readonly #log: (line: string) => void;
  readonly #reads = pLimit(readsAtOnce);
  /** By receiver's key. */
  readonly #underWay = new Map<object, Admitted>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Somebody waits for room, and not only for what it was sent before. */
  #isFull = false;
  #leftInAll = { bytes: 0, at_ms: Number.NEGATIVE_INFINITY };
  readonly #standing: Standing;
  /** Of receivers without a connection of their own, at the last look at which there was no room. */
  #unasked = new Map<object, Unasked>();
  #cuts = 0;

  /**
   * @param most bytes; one that is larger than all of it goes alone
   * @param connections all that the server has
   */
  constructor(most: number, connections: Iterable<NetSocket>, log: (line: string) => void) {
    this.#most = most;
    this.#connections = connections;
    this.#log = log;
    this.#standing = new Standing(patience_ms, small, log);
  }

  /** How many were cut. */
  get cuts(): number {
    return this.#cuts + this.#standing.cuts;
  }

  /** Resolves when so much may be sent; it has to be, in that very tick, unless its receiver is gone. */
  admit(receiver: Receiver, bytes: number): Promise<void> | undefined {
    if (bytes <= small) return undefined;
    return new Promise((go) => {
      this.#waiting.push({ receiver, bytes, go: () => go() });
      if (!this.#isFull) this.#look();
    });
  }

  /**
   * Reads what isn't shared with anybody: few at a time, so that only few wait in memory until they may be sent. Who has
   * not taken an earlier answer isn't one of them.
   * @returns what was read, to be sent in that very tick
   */
  async read(receiver: Receiver, read: () => Promise<Json>): Promise<Json> {
    const turn = await this.#turnOf(receiver);
    try {
      return await this.#reads(async () => {
        const json = await read();
        if (turn && json.bytes > small) await this.#roomFor(turn, json.bytes);
        return json;
      });
    } finally {
      if (turn && turn.bytes === 0) this.#end(turn);
    }
  }

  /** Its turn, once the receiver has taken what it was sent before; none if it is gone. */
  #turnOf(receiver: Receiver): Promise<Admitted | undefined> | Admitted {
    if (!this.#underWay.has(receiver.key)) return this.#enter(receiver, 0);
    return new Promise((go) => {
      this.#waiting.push({ receiver, bytes: 0, go });
      if (!this.#isFull) this.#look();
    });
  }

  #roomFor(turn: Admitted, bytes: number): Promise<unknown> {
    return new Promise((go) => {
      this.#waiting.push({ receiver: turn.receiver, bytes, turn, go });
      if (!this.#isFull) this.#look();
    });
  }

  /** Of a turn in which nothing large was sent. */
  #end(turn: Admitted): void {
    if (this.#underWay.get(turn.receiver.key) === turn) this.#underWay.delete(turn.receiver.key);
    if (!this.#isFull && this.#waiting.length > 0) this.#look();
  }

  #look(): void {
    let used = this.#leftInConnections();
    let isAlone = true;
    for (const [key, { receiver, bytes, isSent }] of this.#underWay) {
      if (receiver.isGone || (isSent && receiver.hasTaken)) this.#underWay.delete(key);
      else {
        used += bytes;
        isAlone &&= bytes === 0;
      }
    }
    this.#isFull = false;
    this.#waiting = this.#waiting.filter(({ receiver, bytes, turn, go }) => {
      if (receiver.isGone) {
        go();
        return false;
      }
      if (!turn && this.#underWay.has(receiver.key)) return true;
      if (bytes > 0) {
        this.#isFull ||= !isAlone && used + bytes > this.#most;
        if (this.#isFull) return true;
        used += bytes;
        isAlone = false;
      }
      go(this.#enter(receiver, bytes, turn));
      return false;
    });
    if (this.#isFull) this.#cutStanding();
    else this.#forgetStanding();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#look(), look_ms).unref();
  }

  /** @param bytes none: it isn't known yet how many there will be */
  #enter(receiver: Receiver, bytes: number, turn?: Admitted): Admitted {
    const admitted = turn ?? { receiver, bytes, isSent: false };
    admitted.bytes = bytes;
    this.#underWay.set(receiver.key, admitted);
    if (bytes > 0) {
      setImmediate(() => {
        admitted.isSent = true;
      });
    }
    return admitted;
  }

  /** Whatever waits there. Of what is under way a part is counted twice, then: the bound is kept all the more. */
  #leftInConnections(): number {
    const now_ms = performance.now();
    if (now_ms - this.#leftInAll.at_ms < look_ms) return this.#leftInAll.bytes;
    let bytes = 0;
    for (const connection of this.#connections) bytes += leftIn(connection);
    this.#leftInAll = { bytes, at_ms: now_ms };
    return bytes;
  }

  #cutStanding(): void {
    const watched = new Set<NetSocket>();
    const unasked = new Map<object, Unasked>();
    for (const { receiver, isSent } of this.#underWay.values()) {
      const { key, connection, queued } = receiver;
      if (connection && isSent) watched.add(connection);
      // Over polling nothing of it is in a connection until its client asks again.
      if (connection || queued === 0) continue;
      const before = this.#unasked.get(key);
      const isLess = !before || queued < before.packets;
      const since_ms = isLess ? performance.now() : before.since_ms;
      unasked.set(key, { packets: queued, since_ms });
      if (performance.now() - since_ms > patience_ms) this.#cut(receiver);
    }
    this.#unasked = unasked;
    this.#standing.cut(this.#connections, watched);
  }

  #forgetStanding(): void {
    this.#unasked.clear();
    this.#standing.forget();
  }

  #cut(receiver: Receiver): void {
    this.#cuts++;
    this.#log(`${receiver.name}: disconnected, it doesn't ask for what it was sent, and others wait`);
    receiver.cut();
  }
}
