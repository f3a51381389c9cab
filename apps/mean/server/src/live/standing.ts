import type { Socket as NetSocket } from 'node:net';

/** What is shorter is sent at once, and left in a connection without anybody looking after it; in bytes. */
export const small = 64_000;

/** What a connection had taken of what was sent to it, and when that was seen. */
interface Seen {
  taken: number;
  at_ms: number;
}

/** Ends connections that hardly take anything of what was sent to them. */
export class Standing {
  /** How many were ended. */
  cuts = 0;
  readonly #patience_ms: number;
  readonly #least: number;
  readonly #log: (line: string) => void;
  #seen = new WeakMap<NetSocket, Seen>();

  /** @param least bytes that a connection with some left has to take in each `patience_ms` */
  constructor(patience_ms: number, least: number, log: (line: string) => void) {
    this.#patience_ms = patience_ms;
    this.#least = least;
    this.#log = log;
  }

  /** From now on each has the whole time again. */
  forget(): void {
    this.#seen = new WeakMap();
  }

  /**
   * Looks through them. To be called now and then.
   * @param watched those that are looked at also when what is left there is small
   */
  cut(connections: Iterable<NetSocket>, watched?: ReadonlySet<NetSocket>): void {
    const now_ms = performance.now();
    for (const connection of connections) {
      if (connection.writableLength <= small && !watched?.has(connection)) {
        this.#seen.delete(connection);
        continue;
      }
      const before = this.#seen.get(connection);
      if (before && now_ms - before.at_ms < this.#patience_ms) continue;
      const taken = takenBy(connection);
      this.#seen.set(connection, { taken, at_ms: now_ms });
      if (!before || taken - before.taken >= this.#least) continue;
      this.cuts++;
      this.#log(`${connection.remoteAddress}: disconnected, it hardly takes anything of what it asked for`);
      connection.destroy();
    }
  }
}

interface Handled {
  readonly _handle?: { readonly writeQueueSize?: number };
  readonly _bytesDispatched?: number;
}

/** Bytes that the operating system didn't take yet. Of one long write only libuv knows how much of it is gone. */
export function leftIn(connection: NetSocket): number {
  return (connection as unknown as Handled)._handle?.writeQueueSize ?? connection.writableLength;
}

/** Bytes that it has taken, since the connection began. */
function takenBy(connection: NetSocket): number {
  const dispatched = (connection as unknown as Handled)._bytesDispatched ?? 0;
  return dispatched - ((connection as unknown as Handled)._handle?.writeQueueSize ?? 0);
}
