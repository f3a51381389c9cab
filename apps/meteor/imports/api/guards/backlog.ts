/** What waits of one client. */
interface Waiting {
  /** Characters of each message, the oldest first. */
  lengths: number[];
  characters: number;
}

/** Weighs the messages that wait, those of all clients together. */
export class Backlog<Client extends object> {
  readonly #most: number;
  readonly #countOf: (client: Client) => number;
  readonly #waiting = new Map<Client, Waiting>();
  /** Some may have been taken since they were counted here. */
  #characters = 0;

  /**
   * @param most characters that may wait
   * @param countOf says how many messages of a client wait now, the newest of all that it has sent
   */
  constructor(most: number, countOf: (client: Client) => number) {
    this.#most = most;
    this.#countOf = countOf;
  }

  /**
   * Hands a message over to whatever has it wait, if it has to.
   * @param length characters of the message
   * @returns if too many wait now, who has the most of them waiting
   */
  add(client: Client, length: number, handOver: () => void): Client | undefined {
    this.#drop(client);
    handOver();
    const { lengths, characters } = this.#waiting.get(client) ?? { lengths: [], characters: 0 };
    if (this.#countOf(client) <= lengths.length) return undefined;
    lengths.push(length);
    this.#waiting.set(client, { lengths, characters: characters + length });
    this.#characters += length;
    return this.#characters > this.#most ? this.#heaviest() : undefined;
  }

  /** When a client has closed. */
  forget(client: Client): void {
    this.#characters -= this.#waiting.get(client)?.characters ?? 0;
    this.#waiting.delete(client);
  }

  #heaviest(): Client | undefined {
    for (const client of this.#waiting.keys()) this.#drop(client);
    if (this.#characters <= this.#most) return undefined;
    const byWeight = [...this.#waiting].sort(([, one], [, other]) => other.characters - one.characters);
    return byWeight[0]?.[0];
  }

  /** Forgets what waits no longer. */
  #drop(client: Client): void {
    const waiting = this.#waiting.get(client);
    if (!waiting) return;
    const { lengths } = waiting;
    const taken = lengths
      .splice(0, lengths.length - this.#countOf(client))
      .reduce((sum, each) => sum + each, 0);
    waiting.characters -= taken;
    this.#characters -= taken;
    if (lengths.length === 0) this.#waiting.delete(client);
  }
}
