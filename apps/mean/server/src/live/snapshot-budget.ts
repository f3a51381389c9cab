import type { Socket as NetSocket } from 'node:net';
import type { LiveSocket } from './socket.ts';

/** A snapshot of fewer characters is sent at once: many of these cost less than looking after them. */
const small = 64_000;

/** Bytes that a character takes on its way, at most: UTF-8 of what isn't half of a pair. */
const bytesPerCharacter = 3;

/** How often it is looked whether there is room again, while somebody waits for it. */
const look_ms = 50;

/** How long somebody may take nothing of what was sent, while others wait. */
const patience_ms = 2000;

/** Engine.io's, of which its types say less. */
interface Connection {
  readonly readyState: string;
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly writable: boolean };
  close(discard?: boolean): void;
}

interface Waiting {
  socket: LiveSocket;
  bytes: number;
  go(): void;
}

/** A snapshot that was admitted. */
interface Admitted {
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
 * Bounds the memory of large snapshots that were sent and not yet taken, over all clients. Each has one of them on its
 * way at a time, all together have so many bytes, and who waits goes in the order in which they came. Somebody who takes
 * nothing while others wait is cut: its client comes back and asks again.
 */
export class SnapshotBudget {
  /** How many were cut. */
  cuts = 0;
  readonly #most: number;
  readonly #connections: Iterable<NetSocket>;
  readonly #log: (line: string) => void;
  readonly #underWay = new Map<LiveSocket, Admitted>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #standing = new WeakMap<object, Standing>();

  /**
   * @param most bytes
   * @param connections all that the server has
   */
  constructor(most: number, connections: Iterable<NetSocket>, log: (line: string) => void) {
    this.#most = most;
    this.#connections = connections;
    this.#log = log;
  }

  /** Resolves when a snapshot may be sent; it has to be, in that very tick, unless its subscriber is gone. */
  admit(socket: LiveSocket, characters: number): Promise<void> | undefined {
    if (characters <= small) return undefined;
    const bytes = characters * bytesPerCharacter;
    return new Promise((go) => {
      this.#waiting.push({ socket, bytes, go });
      this.#look();
    });
  }

  #look(): void {
    for (const [socket, { isSent }] of this.#underWay) {
      if (isSent && hasTaken(socket)) this.#underWay.delete(socket);
    }
    this.#waiting = this.#waiting.filter((waiting) => !this.#goes(waiting));
    if (this.#waiting.length === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#cutStanding();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, look_ms).unref();
  }

  #goes({ socket, bytes, go }: Waiting): boolean {
    const used = this.#used();
    const hasRoom = used === 0 || used + bytes <= this.#most;
    if (socket.connected && (this.#underWay.has(socket) || !hasRoom)) return false;
    go();
    if (!socket.connected) return true;
    const admitted: Admitted = { bytes, isSent: false };
    this.#underWay.set(socket, admitted);
    setImmediate(() => {
      admitted.isSent = true;
    });
    return true;
  }

  /** What was admitted and not taken; and what else waits in connections, such as answers over polling. */
  #used(): number {
    let used = 0;
    for (const { bytes } of this.#underWay.values()) used += bytes;
    for (const connection of this.#connections) used += leftIn(connection);
    return used;
  }

  #cutStanding(): void {
    for (const socket of this.#underWay.keys()) {
      const connection = connectionOf(socket);
      // Over polling nothing of it is in a connection until its client asks again.
      if (connection.writeBuffer.length > 0 && this.#stands(socket, connection.writeBuffer.length)) {
        this.#cut(`socket ${socket.id}`, () => connection.close(true));
      }
    }
    for (const connection of this.#connections) {
      const left = leftIn(connection);
      if (left > small && this.#stands(connection, left)) {
        this.#cut(`${connection.remoteAddress}`, () => connection.destroy());
      }
    }
  }

  #stands(whose: object, left: number): boolean {
    const before = this.#standing.get(whose);
    const now_ms = performance.now();
    if (before && left >= before.left) return now_ms - before.since_ms > patience_ms;
    this.#standing.set(whose, { left, since_ms: now_ms });
    return false;
  }

  #cut(who: string, cut: () => void): void {
    this.cuts++;
    this.#log(`${who}: disconnected, it takes nothing of its snapshot and others wait for theirs`);
    cut();
  }
}

function hasTaken(socket: LiveSocket): boolean {
  const { readyState, writeBuffer, transport } = connectionOf(socket);
  return readyState !== 'open' || (writeBuffer.length === 0 && transport.writable);
}

function connectionOf(socket: LiveSocket): Connection {
  return socket.conn as unknown as Connection;
}

/** Bytes that the operating system didn't take yet. Of one long write only libuv knows how much of it is gone. */
function leftIn(connection: NetSocket): number {
  const { _handle: handle } = connection as unknown as { _handle?: { writeQueueSize?: number } };
  return handle?.writeQueueSize ?? connection.writableLength;
}
