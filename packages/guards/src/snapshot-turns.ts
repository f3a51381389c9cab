import type { Socket } from 'node:net';
import pLimit from 'p-limit';
import { IdleReaders, leftIn, small } from './idle-readers.ts';

/** How many answers are read at a time before their size is known. */
const readsAtOnce = 4;

/** How many snapshots are sent, or pages rendered, at a time before their size is known. */
const sendsAtOnce = 2;

/** How often waiting snapshots are checked for room. */
const look_ms = 50;

/** In this time a client has to take `small` bytes while others wait for room. */
const patience_ms = 2000;

/** A client that is sent something large. */
export interface Receiver {
  /** Receivers of one key are one. */
  readonly key: object;
  /** For the log. */
  readonly name: string;
  readonly isGone: boolean;
  /** The operating system has all that was sent to it. */
  readonly hasTaken: boolean;
  /** What carries its answers, if that is always the same connection. */
  readonly connection: Socket | undefined;
  /** Packets that wait for it outside of any connection. */
  readonly queued: number;
  cut(): void;
}

/** What is to be sent, if its size is not known before. */
interface Snapshot {
  /** Bytes of it, about. Asked only while it would have to wait for others. */
  weigh?(): Promise<number>;
  /** Nobody wants it any more. */
  isOver?(): boolean;
}

/** What was admitted, or is being read or sent. */
interface Turn {
  receiver: Receiver;
  bytes: number;
  /** All of it. What was admitted with its size is sent in that tick. */
  isSent: boolean;
}

interface Waiting {
  receiver: Receiver;
  /** 0 if the size is not known. */
  bytes: number;
  /** Its receiver's turn, which has begun: it waits for room only. */
  turn?: Turn;
  /** Its size is known only once it is sent. */
  snapshot?: Snapshot & { isSmall?: boolean };
  go(turn?: Turn): void;
}

/** How many packets a client has not asked for, and since when they are no fewer. */
interface Unasked {
  packets: number;
  since_ms: number;
}

/**
 * Bounds the memory of large snapshots and answers that were sent and not yet taken, over all clients. Each client has
 * one on its way at a time, all together have a budget of bytes, and those that wait for room go in the order in which
 * they came. A client that hardly takes anything while others wait for room is cut: it reconnects and asks again.
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
  /** Somebody waits for room, and not only for what it was sent before. */
  #isFull = false;
  #leftInAll = { bytes: 0, at_ms: Number.NEGATIVE_INFINITY };
  /** Of receivers without a connection of their own, at the last check that found no room. */
  #unasked = new Map<object, Unasked>();
  #cuts = 0;

  /**
   * @param most bytes; a snapshot that is larger than that goes alone
   * @param connections all that the server has
   */
  constructor(most: number, connections: Iterable<Socket>, log: (line: string) => void) {
    this.#most = most;
    this.#connections = connections;
    this.#log = log;
    this.#idle = new IdleReaders(patience_ms, small, log);
  }

  /** How many clients were cut. */
  get cuts(): number {
    return this.#cuts + this.#idle.cuts;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when so much may be sent. It has to be sent in that very tick, unless its receiver is gone. */
  admit(receiver: Receiver, bytes: number): Promise<unknown> | undefined {
    return bytes <= small ? undefined : this.#wait({ receiver, bytes });
  }

  /**
   * Reads an answer that nobody shares: few at a time, so that only few wait in memory until they may be sent. A client
   * that has not taken an earlier answer waits first.
   * @returns what was read, to be sent in that very tick
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

  /** Resolves when a snapshot may be sent, with what is to be called once it was sent, or won't be. */
  async begin(receiver: Receiver, snapshot: Snapshot = {}): Promise<() => void> {
    const turn = await this.#wait({ receiver, bytes: 0, snapshot: { ...snapshot } });
    return () => {
      if (!turn || turn.isSent) return;
      turn.isSent = true;
      this.#sending -= 1;
      if (receiver.connection) this.#leftInAll.bytes += leftIn(receiver.connection);
      this.#look();
    };
  }

  /** @returns its turn; undefined if nobody wants it any more */
  #wait(wanted: Omit<Waiting, 'go'>): Promise<Turn | undefined> {
    return new Promise((go) => {
      this.#waiting.push({ ...wanted, go });
      if (!this.#isFull) this.#look();
    });
  }

  /** Of a turn in which nothing large was sent. */
  #end(turn: Turn): void {
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
    this.#waiting = this.#waiting.filter((waiting) => {
      const { receiver, bytes, turn, snapshot } = waiting;
      if (receiver.isGone || snapshot?.isOver?.()) {
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
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#look(), look_ms).unref();
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

  /** Once. A small one needn't wait for slow readers; one that can't be weighed waits as a large one does. */
  #weigh({ snapshot, receiver }: Waiting): void {
    const weigh = snapshot?.weigh;
    if (!snapshot || !weigh) return;
    delete snapshot.weigh;
    this.#weighing(async () => (receiver.isGone ? 0 : weigh())).then(
      (bytes) => {
        snapshot.isSmall = bytes <= small;
        if (snapshot.isSmall) this.#look();
      },
      () => {},
    );
  }

  /** A part of what is under way is counted twice, then, which only lowers the bound. */
  #leftInConnections(): number {
    const now_ms = performance.now();
    if (now_ms - this.#leftInAll.at_ms < look_ms) return this.#leftInAll.bytes;
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
      // Over polling nothing of it is in a connection until its client asks again.
      if (connection || queued === 0) continue;
      const before = this.#unasked.get(key);
      const isLess = !before || queued < before.packets;
      const since_ms = isLess ? performance.now() : before.since_ms;
      unasked.set(key, { packets: queued, since_ms });
      if (performance.now() - since_ms > patience_ms) this.#cut(receiver);
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
    this.#log(`${receiver.name}: disconnected, it doesn't ask for what it was sent, and others wait`);
    receiver.cut();
  }
}
