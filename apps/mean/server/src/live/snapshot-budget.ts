import type { Socket as NetSocket } from 'node:net';
import pLimit from 'p-limit';
import type { Json } from './parser.ts';
import type { Receiver } from './receiver.ts';

/** What has fewer bytes is sent at once: many of these cost less than looking after them. */
const small = 64_000;

/** How many answers are read at one time of which only their reading tells how large they are. */
const readsAtOnce = 4;

/** How often it is looked whether there is room again, while somebody waits for it. */
const look_ms = 50;

/** How long somebody may take nothing of what was sent, while others wait. */
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

/** How much had not been taken, and since when it is no less. */
interface Standing {
  left: number;
  since_ms: number;
}

/**
 * Bounds the memory of large snapshots, and of other large answers, that were sent and not yet taken, over all clients.
 * Each has one of them on its way at a time, all together have so many bytes, and who waits for room goes in the order in
 * which they came. Somebody who takes nothing while others wait for room is cut: its client comes back and asks again.
 */
export class SnapshotBudget {
  /** How many were cut. */
  cuts = 0;
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
  /** Of receivers and connections, at the last look at which there was no room. */
  #standing = new Map<object, Standing>();

  /**
   * @param most bytes; one that is larger than all of it goes alone
   * @param connections all that the server has
   */
  constructor(most: number, connections: Iterable<NetSocket>, log: (line: string) => void) {
    this.#most = most;
    this.#connections = connections;
    this.#log = log;
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
    else this.#standing.clear();
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
    const standing = new Map<object, Standing>();
    const look = (whose: object, left: number, who: string, cut: () => void) => {
      const now = this.#standsAt(whose, left);
      standing.set(whose, now);
      if (performance.now() - now.since_ms > patience_ms) this.#cut(who, cut);
    };
    for (const { receiver } of this.#underWay.values()) {
      // Over polling nothing of it is in a connection until its client asks again.
      if (receiver.queued > 0) look(receiver.key, receiver.queued, receiver.name, () => receiver.cut());
    }
    for (const connection of this.#connections) {
      const left = leftIn(connection);
      if (left > small) look(connection, left, `${connection.remoteAddress}`, () => connection.destroy());
    }
    this.#standing = standing;
  }

  #standsAt(whose: object, left: number): Standing {
    const before = this.#standing.get(whose);
    return { left, since_ms: before && left >= before.left ? before.since_ms : performance.now() };
  }

  #cut(who: string, cut: () => void): void {
    this.cuts++;
    this.#log(`${who}: disconnected, it takes nothing of what it asked for and others wait`);
    cut();
  }
}

/** Bytes that the operating system didn't take yet. Of one long write only libuv knows how much of it is gone. */
function leftIn(connection: NetSocket): number {
  const { _handle: handle } = connection as unknown as { _handle?: { writeQueueSize?: number } };
  return handle?.writeQueueSize ?? connection.writableLength;
}
