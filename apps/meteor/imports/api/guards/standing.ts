import type { Socket } from 'node:net';

/** So much of what was sent may be left in a connection without anybody looking after it. */
export const small = 64_000;

/** What a connection had taken of what was sent to it, and when that was seen. */
interface Seen {
  taken: number;
  at_ms: number;
}

/** Ends connections that don't read what was sent to them. */
export class Standing {
  readonly #patience_ms: number;
  readonly #least: number;
  readonly #log: (line: string) => void;
  readonly #seen = new WeakMap<Socket, Seen>();

  /** @param least bytes that a connection with some left has to take in each `patience_ms` */
  constructor(patience_ms: number, least: number, log: (line: string) => void) {
    this.#patience_ms = patience_ms;
    this.#least = least;
    this.#log = log;
  }

  /** Looks through them. To be called now and then. */
  cut(connections: Iterable<Socket>): void {
    const now_ms = performance.now();
    for (const connection of connections) {
      if (connection.writableLength <= small) {
        this.#seen.delete(connection);
        continue;
      }
      const before = this.#seen.get(connection);
      if (before && now_ms - before.at_ms < this.#patience_ms) continue;
      const taken = takenBy(connection);
      this.#seen.set(connection, { taken, at_ms: now_ms });
      if (!before || taken - before.taken >= this.#least) continue;
      this.#log(`${connection.remoteAddress}: disconnected, it doesn't take what it asked for`);
      connection.destroy();
    }
  }
}

/** Bytes that the operating system has taken. Of one long write only libuv knows how much of it is gone. */
function takenBy(connection: Socket): number {
  const { _handle: handle, _bytesDispatched: dispatched } = connection as unknown as {
    _handle?: { writeQueueSize?: number };
    _bytesDispatched?: number;
  };
  if (dispatched === undefined) return connection.bytesWritten - connection.writableLength;
  return dispatched - (handle?.writeQueueSize ?? 0);
}
