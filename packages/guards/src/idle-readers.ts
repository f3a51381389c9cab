import type { Socket } from 'node:net';

/** Up to so many bytes may be left in a connection unwatched. */
export const small = 64_000;

/** How much a connection had taken when it was last checked. */
interface Seen {
  taken: number;
  at_ms: number;
}

/** Disconnects clients that hardly read what was sent to them: the server keeps what they don't take. */
export class IdleReaders {
  /** How many were disconnected. */
  cuts = 0;
  readonly #patience_ms: number;
  readonly #least: number;
  readonly #log: (line: string) => void;
  #seen = new WeakMap<Socket, Seen>();

  /** @param least bytes that a connection with some left has to take in each `patience_ms` */
  constructor(patience_ms: number, least: number, log: (line: string) => void) {
    this.#patience_ms = patience_ms;
    this.#least = least;
    this.#log = log;
  }

  /** Gives each connection the whole time again. */
  forget(): void {
    this.#seen = new WeakMap();
  }

  /**
   * Checks the connections. Call it now and then.
   * @param watched checked also while little is left in them
   */
  cut(connections: Iterable<Socket>, watched?: ReadonlySet<Socket>): void {
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
      this.#log(`${connection.remoteAddress}: disconnected, it hardly reads what it asked for`);
      connection.destroy();
    }
  }
}

/** Disconnects clients that read nothing for 30 s. @returns `stop` ends the checks */
export function cutIdleReaders(
  connections: Iterable<Socket>,
  log: (line: string) => void,
): { readers: IdleReaders; stop(): void } {
  const readers = new IdleReaders(30_000, 1, log);
  const timer = setInterval(() => readers.cut(connections), 5000).unref();
  return { readers, stop: () => clearInterval(timer) };
}

interface Handled {
  readonly _handle?: { readonly writeQueueSize?: number };
  readonly _bytesDispatched?: number;
  readonly _writableState?: { readonly bufferedRequestCount?: number };
}

/**
 * Bytes that the operating system has not taken yet. Only libuv knows how much of one long write is gone; of many writes
 * it has the first one alone.
 */
export function leftIn(connection: Socket): number {
  const { _handle: handle, _writableState: state } = connection as unknown as Handled;
  const areMany = (state?.bufferedRequestCount ?? 0) > 0;
  return areMany ? connection.writableLength : (handle?.writeQueueSize ?? connection.writableLength);
}

/** Bytes that it has taken since the connection began. */
function takenBy(connection: Socket): number {
  const { _handle: handle, _bytesDispatched: dispatched } = connection as unknown as Handled;
  if (dispatched === undefined) return connection.bytesWritten - connection.writableLength;
  return dispatched - (handle?.writeQueueSize ?? 0);
}
