/** What a line carries at once: the payload of a TCP segment over Ethernet. */
const packet_bytes = 1460;

interface Packet {
  bytes: Buffer;
  arrive(bytes: Buffer): void;
}

/**
 * A line that all connections of a relay share: it carries so many bytes a second, one packet after the other, and
 * takes connections in turns. It is never faster than that over any stretch in which it is busy, and a wait that took
 * too long is made up for by the next ones.
 */
export class Bottleneck {
  readonly #bytes_per_ms: number;
  /** By what sends, whose turn is next first. */
  readonly #queues = new Map<object, Packet[]>();
  /** When the packet whose turn it is has been carried. */
  #free_ms = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(bytes_per_s: number) {
    this.#bytes_per_ms = bytes_per_s / 1000;
  }

  /** @param arrive gets the bytes in parts, in their order; where there are none it is called once, after what came before */
  send(from: object, bytes: Buffer, arrive: (bytes: Buffer) => void): void {
    const queue = this.#queues.get(from) ?? [];
    let at = 0;
    do {
      queue.push({ bytes: bytes.subarray(at, at + packet_bytes), arrive });
      at += packet_bytes;
    } while (at < bytes.length);
    const isIdle = this.#queues.size === 0;
    this.#queues.set(from, queue);
    if (!isIdle) return;
    this.#free_ms = Math.max(this.#free_ms, performance.now());
    this.#begin();
    this.#carry();
  }

  /** Forgets what isn't carried yet. */
  forget(from: object): void {
    this.#queues.delete(from);
    if (this.#queues.size === 0) clearTimeout(this.#timer);
  }

  #begin(): void {
    const [queue] = this.#queues.values();
    const packet = queue?.[0];
    if (packet) this.#free_ms += packet.bytes.length / this.#bytes_per_ms;
  }

  readonly #carry = (): void => {
    for (let [first] = this.#queues; first; [first] = this.#queues) {
      const left_ms = this.#free_ms - performance.now();
      if (left_ms > 0) {
        this.#timer = setTimeout(this.#carry, Math.ceil(left_ms));
        return;
      }
      const [from, queue] = first;
      const { bytes, arrive } = queue.shift() as Packet;
      this.#queues.delete(from);
      if (queue.length > 0) this.#queues.set(from, queue);
      this.#begin();
      arrive(bytes);
    }
  };
}
