import type { Socket } from 'node:net';

/** A connection with fewer unsent bytes isn't checked. */
export const small = 64_000;

/** How many bytes a connection had read at the last check. */
interface Seen {
  taken: number;
  at_ms: number;
}

/** Disconnects clients that hardly read, because the server has to keep what they don't read. */
export class IdleReaders {
  /** Disconnected clients so far. */
  cuts = 0;
  readonly #timeout_ms: number;
  readonly #least: number;
  readonly #log: (line: string) => void;
  #seen = new WeakMap<Socket, Seen>();

  /** @param least bytes that a connection with unsent data has to read in each `timeout_ms` */
  constructor(timeout_ms: number, least: number, log: (line: string) => void) {
    this.#timeout_ms = timeout_ms;
    this.#least = least;
    this.#log = log;
  }

  /** Restarts every connection's timeout. */
  forget(): void {
    this.#seen = new WeakMap();
  }

  /**
   * Checks the connections. The caller repeats it.
   * @param watched connections that are checked even if they have little unsent data
   */
  cut(connections: Iterable<Socket>, watched?: ReadonlySet<Socket>): void {
    const now_ms = performance.now();
    for (const connection of connections) {
      if (connection.writableLength <= small && !watched?.has(connection)) {
        this.#seen.delete(connection);
        continue;
      }
      const before = this.#seen.get(connection);
      if (before && now_ms - before.at_ms < this.#timeout_ms) continue;
      const taken = takenBy(connection);
      this.#seen.set(connection, { taken, at_ms: now_ms });
      if (!before || taken - before.taken >= this.#least) continue;
      this.cuts++;
      this.#log(`${connection.remoteAddress}: disconnected because it hardly reads`);
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
 * Bytes that the operating system hasn't accepted yet. For one long write, only libuv knows; for several writes, libuv
 * only counts the first.
 */
export function leftIn(connection: Socket): number {
  const { _handle: handle, _writableState: state } = connection as unknown as Handled;
  const areMany = (state?.bufferedRequestCount ?? 0) > 0;
  return areMany ? connection.writableLength : (handle?.writeQueueSize ?? connection.writableLength);
}

/** Bytes that the operating system has accepted since the connection began. */
function takenBy(connection: Socket): number {
  const { _handle: handle, _bytesDispatched: dispatched } = connection as unknown as Handled;
  if (dispatched === undefined) return connection.bytesWritten - connection.writableLength;
  return dispatched - (handle?.writeQueueSize ?? 0);
}
