/** What a client sent. */
export interface Message {
  readonly characters: number;
}

/** What waits of one client. */
interface Waiting<Sent> {
  /** The oldest first. */
  readonly messages: Set<Sent>;
  characters: number;
}

/**
 * Weighs the messages that wait for their turn, of all clients together: a few long ones of each of a hundred clients
 * would fill the memory as many of one client do.
 */
export class Backlog<Client extends object, Sent extends Message = Message> {
  readonly #most: number;
  readonly #countOf: ((client: Client) => number) | undefined;
  readonly #waiting = new Map<Client, Waiting<Sent>>();
  #characters = 0;

  /**
   * @param most characters that may wait
   * @param countOf how many messages of a client wait now, where nobody reports which were taken
   */
  constructor(most: number, countOf?: (client: Client) => number) {
    this.#most = most;
    this.#countOf = countOf;
  }

  /** How many messages of a client wait. */
  count(client: Client): number {
    const count = this.#countOf?.(client);
    if (count !== undefined) this.#keepNewest(client, count);
    return this.#waiting.get(client)?.messages.size ?? 0;
  }

  /** @returns the client that has most waiting, if all together have too much */
  add(client: Client, message: Sent): Client | undefined {
    const own = this.#waiting.get(client) ?? { messages: new Set(), characters: 0 };
    this.#waiting.set(client, own);
    own.messages.add(message);
    own.characters += message.characters;
    this.#characters += message.characters;
    return this.#characters > this.#most ? this.#heaviest() : undefined;
  }

  /** When a message was answered. */
  delete(client: Client, message: Sent): void {
    const own = this.#waiting.get(client);
    if (!own?.messages.delete(message)) return;
    own.characters -= message.characters;
    this.#characters -= message.characters;
    if (own.messages.size === 0) this.#waiting.delete(client);
  }

  /** When a client has closed. @returns what waited of it */
  forget(client: Client): Iterable<Sent> {
    const own = this.#waiting.get(client);
    this.#characters -= own?.characters ?? 0;
    this.#waiting.delete(client);
    return own?.messages ?? [];
  }

  #heaviest(): Client | undefined {
    for (const client of [...this.#waiting.keys()]) this.count(client);
    if (this.#characters <= this.#most) return undefined;
    const byWeight = [...this.#waiting].sort(([, one], [, other]) => other.characters - one.characters);
    return byWeight[0]?.[0];
  }

  #keepNewest(client: Client, count: number): void {
    const messages = this.#waiting.get(client)?.messages;
    for (const message of messages ?? []) {
      if ((messages?.size ?? 0) <= count) return;
      this.delete(client, message);
    }
  }
}
