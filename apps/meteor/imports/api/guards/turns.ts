import type { Socket } from 'node:net';
import pLimit from 'p-limit';
import { Standing, small } from './standing';

/** How many snapshots are sent, or pages rendered, at a time. That takes time of the one thread that there is. */
const together = 2;

/** How often it is looked whether the next one may go. */
const look_ms = 50;

/** In this time a connection has to take as much as is small, while one waits for room. */
const patience_ms = 2000;

/** What is to be sent. */
interface Snapshot {
  /** Bytes of it, about. Asked only while it would have to wait for others. */
  weigh?(): Promise<number>;
  /** Nobody wants it any more. */
  isOver?(): boolean;
}

/** A snapshot that waits, or is being sent. */
interface Turn extends Snapshot {
  /** Over which it goes, if that is known. */
  connection: Socket | undefined;
  isSmall: boolean;
  go(): void;
}

/**
 * Bounds the memory of snapshots that were sent and not yet taken, over all clients: Meteor sends as fast as MongoDB
 * finds, and keeps what a client doesn't read. Here a connection gets the next one when it has taken the one before, no
 * large one is begun while all connections together have more than so many bytes to take, and who waits goes in the order
 * in which they came. Who hardly takes anything while one waits for room is cut: its client comes back and asks again.
 */
export class Turns {
  readonly #most: number;
  readonly #connections: Iterable<Socket>;
  readonly #standing: Standing;
  readonly #sending = new Set<Turn>();
  readonly #weighing = pLimit(together);
  #waiting: Turn[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Somebody waits for room, and not only for what it was sent before. */
  #isFull = false;
  #left = { bytes: 0, at_ms: Number.NEGATIVE_INFINITY };

  /**
   * @param most bytes
   * @param connections all that the server has
   */
  constructor(most: number, connections: Iterable<Socket>, log: (line: string) => void) {
    this.#most = most;
    this.#connections = connections;
    this.#standing = new Standing(patience_ms, small, log);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when a snapshot may be sent, with what is to be called once it was, or won't be. */
  begin(connection: Socket | undefined, snapshot: Snapshot = {}): Promise<() => void> {
    return new Promise((resolve) => {
      const turn: Turn = {
        ...snapshot,
        connection,
        isSmall: false,
        go: () =>
          resolve(() => {
            if (!this.#sending.delete(turn)) return;
            this.#left.bytes += connection?.writableLength ?? 0;
            this.#look();
          }),
      };
      this.#waiting.push(turn);
      this.#look();
    });
  }

  #look(): void {
    this.#isFull = false;
    this.#waiting = this.#waiting.filter((turn) => !this.#goes(turn));
    if (this.#waiting.length === 0) return;
    if (this.#isFull) this.#standing.cut(this.#connections);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, look_ms).unref();
  }

  #goes(turn: Turn): boolean {
    const { connection, go } = turn;
    if (!connection?.destroyed && !turn.isOver?.()) {
      if (this.#sending.size === together) return false;
      if (connection && this.#isBusy(connection)) return false;
      if (!turn.isSmall && this.#allLeft() > this.#most) {
        this.#isFull = true;
        this.#weigh(turn);
        return false;
      }
      this.#sending.add(turn);
    }
    go();
    return true;
  }

  /** Once. A small one needn't wait for those who read slowly; what can't be weighed waits as a large one does. */
  #weigh(turn: Turn): void {
    const { weigh, connection } = turn;
    delete turn.weigh;
    if (!weigh) return;
    const bytes = this.#weighing(async () => (connection?.destroyed ? 0 : weigh()));
    bytes.then(
      (found) => {
        turn.isSmall = found <= small;
        if (turn.isSmall) this.#look();
      },
      () => {},
    );
  }

  #isBusy(connection: Socket): boolean {
    for (const turn of this.#sending) if (turn.connection === connection) return true;
    return connection.writableLength > small;
  }

  /** To look through all connections for each snapshot would cost more than a small snapshot. */
  #allLeft(): number {
    const now_ms = performance.now();
    if (now_ms - this.#left.at_ms >= look_ms) {
      let bytes = 0;
      for (const { writableLength } of this.#connections) bytes += writableLength;
      this.#left = { bytes, at_ms: now_ms };
    }
    return this.#left.bytes;
  }
}
