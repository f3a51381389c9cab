import type { LiveSocket } from '../live/socket.ts';
import type { SendBacklog } from './config.ts';

/** Engine.io keeps here what it couldn't hand on yet, and a new array after each time it could. */
interface Connection {
  readonly writeBuffer: readonly { data?: { length: number } }[];
}

/** How much of a queue was counted. */
interface Measured {
  packets: number;
  characters: number;
}

/**
 * Disconnects clients that read too slowly. It checks after each packet that is sent, so memory is bounded between two
 * ticks of any timer as well. It counts a packet once, and only if it had to wait.
 */
export class SlowConsumers {
  /** How many were disconnected. */
  count = 0;
  readonly #most: SendBacklog;
  readonly #log: (line: string) => void;
  readonly #measured = new WeakMap<Connection['writeBuffer'], Measured>();

  constructor(most: SendBacklog, log: (line: string) => void) {
    this.#most = most;
    this.#log = log;
  }

  check(socket: LiveSocket): void {
    const queue = (socket.conn as unknown as Connection).writeBuffer;
    if (queue.length === 0) return;
    const characters = this.#charactersIn(queue);
    if (queue.length <= this.#most.packets && characters <= this.#most.characters) return;
    this.count++;
    this.#log(
      `socket ${socket.id}: disconnected, it reads too slowly: ${queue.length} packets (${characters} characters) are waiting, at most ${this.#most.packets} (${this.#most.characters}) may`,
    );
    // Not `socket.disconnect()`: that queues a goodbye behind the backlog, and tells the client to stay away.
    socket.conn.close(true);
  }

  #charactersIn(queue: Connection['writeBuffer']): number {
    let measured = this.#measured.get(queue);
    if (!measured) {
      measured = { packets: 0, characters: 0 };
      this.#measured.set(queue, measured);
    }
    for (; measured.packets < queue.length; measured.packets++) {
      measured.characters += queue[measured.packets]?.data?.length ?? 0;
    }
    return measured.characters;
  }
}
