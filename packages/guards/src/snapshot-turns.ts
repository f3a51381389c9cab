import type { Socket } from 'node:net';
import pLimit from 'p-limit';
import { IdleReaders, leftIn, small } from './idle-readers.ts';

/** How many answers are read at a time, before their size is known. */
const readsAtOnce = 4;

/** How many snapshots are sent, or pages rendered, at a time before their size is known. */
const sendsAtOnce = 2;

/** How often waiting snapshots are checked for room. */
const interval_ms = 50;

/** A client has to read `small` bytes within this time while others wait for room. */
const timeout_ms = 2000;

/** A client that is sent large data. */
export interface Receiver {
  /** Receivers with the same key count as one. */
  readonly key: object;
  /** For the log. */
  readonly name: string;
  readonly isGone: boolean;
  /** The operating system has accepted all data that was sent to it. */
  readonly hasTaken: boolean;
  /** The connection that carries its answers, if it is always the same. */
  readonly connection: Socket | undefined;
  /** Packets queued for it outside of any connection. */
  readonly queued: number;
  cut(): void;
}

/** A snapshot whose size isn't known before. */
interface Snapshot {
  /** Its approximate size in bytes. Called only while the snapshot would have to wait for others. */
  weigh?(): Promise<number>;
  /** The subscription has ended, so nobody needs the snapshot. */
  isObsolete?(): boolean;
}

/** An admitted snapshot or answer, or one that is being read or sent. */
interface Turn {
  receiver: Receiver;
  bytes: number;
  /** All data is sent. An answer that was admitted with its size is sent in the same tick. */
  isSent: boolean;
}

interface Waiting {
  receiver: Receiver;
  /** 0 if the size is unknown. */
  bytes: number;
  /** Its receiver's current turn, which only waits for room. */
  turn?: Turn;
  /** For a snapshot whose size is unknown until it is sent. */
  snapshot?: Snapshot & { isSmall?: boolean };
  go(turn?: Turn): void;
}

/** How many packets a client has not fetched, and since when that number hasn't decreased. */
interface Unasked {
  packets: number;
  since_ms: number;
}

/**
 * Limits the memory of large snapshots and answers that are sent but not yet read, over all clients. Each client has
 * one of them in progress, all together share a budget of bytes, and the waiting ones are admitted in order of arrival.
 * A client that hardly reads while others wait for room is cut: it reconnects and asks again.
 */
export class SnapshotTurns {
  readonly #most: number;
  readonly #connections: Iterable<Socket>;
  readonly #log: (line: string) => void;
  readonly #reads = pLimit(readsAtOnce);
  readonly #weighing = pLimit(sendsAtOnce);
  /** By receiver's key. */
  readonly #underWay = new Map<object, Turn>();
  readonly #idle: IdleReaders;
  #sending = 0;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** A snapshot waits for room, and not only for its receiver's earlier data. */
  #isFull = false;
  #leftInAll = { bytes: 0, at_ms: Number.NEGATIVE_INFINITY };
  /** Receivers without a connection of their own, at the last check that found no room. */
  #unasked = new Map<object, Unasked>();
  #cuts = 0;

  /**
   * @param most bytes; a snapshot larger than this is sent alone
   * @param connections all open connections of the server
   */
  constructor(most: number, connections: Iterable<Socket>, log: (line: string) => void) {
    this.#most = most;
    this.#connections = connections;
    this.#log = log;
    this.#idle = new IdleReaders(timeout_ms, small, log);
  }

  /** How many clients were cut. */
  get cuts(): number {
    return this.#cuts + this.#idle.cuts;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when this many bytes may be sent. The caller sends them in the same tick unless the receiver is gone. */
  admit(receiver: Receiver, bytes: number): Promise<unknown> | undefined {
    return bytes <= small ? undefined : this.#wait({ receiver, bytes });
  }

  /**
   * Reads an answer for one client. Few are read at a time, so that only few wait in memory until they may be sent. A
   * client with unread earlier answers waits first.
   * @returns the answer, to be sent in the same tick
   */
  async read<Read extends { bytes: number }>(receiver: Receiver, read: () => Promise<Read>): Promise<Read> {
    const isFree = !this.#underWay.has(receiver.key);
    const turn = isFree ? this.#enter({ receiver, bytes: 0 }) : await this.#wait({ receiver, bytes: 0 });
    try {
      return await this.#reads(async () => {
        const answer = await read();
        if (turn && answer.bytes > small) await this.#wait({ receiver, bytes: answer.bytes, turn });
        return answer;
      });
    } finally {
      if (turn?.bytes === 0) this.#end(turn);
    }
  }

  /** Resolves when a snapshot may be sent, with a function to call when it is sent or no longer needed. */
  async begin(receiver: Receiver, snapshot: Snapshot = {}): Promise<() => void> {
    const turn = await this.#wait({ receiver, bytes: 0, snapshot: { ...snapshot } });
    return () => {
      if (!turn || turn.isSent) return;
      turn.isSent = true;
      this.#sending -= 1;
      if (receiver.connection) this.#leftInAll.bytes += leftIn(receiver.connection);
      this.#admitWaiting();
    };
  }

  /** @returns its turn; undefined if the snapshot is no longer needed */
  #wait(wanted: Omit<Waiting, 'go'>): Promise<Turn | undefined> {
    return new Promise((go) => {
      this.#waiting.push({ ...wanted, go });
      if (!this.#isFull) this.#admitWaiting();
    });
  }

  /** Ends a turn in which nothing large was sent. */
  #end(turn: Turn): void {
    if (this.#underWay.get(turn.receiver.key) === turn) this.#underWay.delete(turn.receiver.key);
    if (!this.#isFull && this.#waiting.length > 0) this.#admitWaiting();
  }

  #admitWaiting(): void {
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
    this.#waiting = this.#waiting.filter((waiting) => {
      const { receiver, bytes, turn, snapshot } = waiting;
      if (receiver.isGone || snapshot?.isObsolete?.()) {
        waiting.go();
        return false;
      }
      if (!turn && this.#underWay.has(receiver.key)) return true;
      if (snapshot) {
        if (this.#sending === sendsAtOnce || !receiver.hasTaken) return true;
        if (!snapshot.isSmall && used > this.#most) {
          this.#isFull = true;
          this.#weigh(waiting);
          return true;
        }
        this.#sending += 1;
      } else if (bytes > 0) {
        this.#isFull ||= !isAlone && used + bytes > this.#most;
        if (this.#isFull) return true;
        used += bytes;
        isAlone = false;
      }
      waiting.go(this.#enter(waiting));
      return false;
    });
    if (this.#isFull) this.#cutIdle();
    else this.#forgetIdle();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#admitWaiting(), interval_ms).unref();
  }

  #enter({ receiver, bytes, turn = { receiver, bytes, isSent: false } }: Omit<Waiting, 'go'>): Turn {
    turn.bytes = bytes;
    this.#underWay.set(receiver.key, turn);
    if (bytes > 0) {
      setImmediate(() => {
        turn.isSent = true;
      });
    }
    return turn;
  }

  /** Weighs once. A small snapshot needn't wait for slow readers; one that can't be weighed waits like a large one. */
  #weigh({ snapshot, receiver }: Waiting): void {
    const weigh = snapshot?.weigh;
    if (!snapshot || !weigh) return;
    delete snapshot.weigh;
    this.#weighing(async () => (receiver.isGone ? 0 : weigh())).then(
      (bytes) => {
        snapshot.isSmall = bytes <= small;
        if (snapshot.isSmall) this.#admitWaiting();
      },
      () => {},
    );
  }

  /** Counts some of the data in progress twice, which only lowers the limit. */
  #leftInConnections(): number {
    const now_ms = performance.now();
    if (now_ms - this.#leftInAll.at_ms < interval_ms) return this.#leftInAll.bytes;
    let bytes = 0;
    for (const connection of this.#connections) bytes += leftIn(connection);
    this.#leftInAll = { bytes, at_ms: now_ms };
    return bytes;
  }

  #cutIdle(): void {
    const watched = new Set<Socket>();
    const unasked = new Map<object, Unasked>();
    for (const { receiver, isSent } of this.#underWay.values()) {
      const { key, connection, queued } = receiver;
      if (connection && isSent) watched.add(connection);
      // With polling, packets enter no connection until the client's next request.
      if (connection || queued === 0) continue;
      const before = this.#unasked.get(key);
      const isLess = !before || queued < before.packets;
      const since_ms = isLess ? performance.now() : before.since_ms;
      unasked.set(key, { packets: queued, since_ms });
      if (performance.now() - since_ms > timeout_ms) this.#cut(receiver);
    }
    this.#unasked = unasked;
    this.#idle.cut(this.#connections, watched);
  }

  #forgetIdle(): void {
    this.#unasked.clear();
    this.#idle.forget();
  }

  #cut(receiver: Receiver): void {
    this.#cuts++;
    this.#log(`${receiver.name}: disconnected because it doesn't fetch its data while others wait`);
    receiver.cut();
  }
}
