import type { LiveSocket } from '../live/socket.ts';
import type { SendBacklog } from './config.ts';

/** Engine.io queues packets here, and makes a new array after each flush. */
interface Connection {
  readonly writeBuffer: readonly { data?: { length: number } }[];
}

/** How much of a queue is already counted. */
interface Measured {
  packets: number;
  characters: number;
}

/**
 * Disconnects clients that read too slowly. It checks after each sent packet, so memory is also limited between two
 * ticks of a timer. It counts a packet once, and only if it had to wait.
 */
export class SlowConsumers {
  /** Disconnected clients so far. */
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
      `socket ${socket.id}: disconnected because it reads too slowly: ${queue.length} packets (${characters} characters) are queued, the limit is ${this.#most.packets} (${this.#most.characters})`,
    );
    // `socket.disconnect()` would queue a packet behind the backlog, and the client would not reconnect.
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
