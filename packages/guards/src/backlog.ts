/** A message from a client. */
export interface Message {
  readonly characters: number;
}

/** A client's queued messages. */
interface Waiting<Sent> {
  /** Oldest first. */
  readonly messages: Set<Sent>;
  characters: number;
}

/**
 * Limits the size of queued messages over all clients together, because a few long messages from each of a hundred
 * clients fill the memory as surely as many from one.
 */
export class Backlog<Client extends object, Sent extends Message = Message> {
  readonly #most: number;
  readonly #countOf: ((client: Client) => number) | undefined;
  readonly #waiting = new Map<Client, Waiting<Sent>>();
  #characters = 0;

  /**
   * @param most characters that may be queued
   * @param countOf how many of a client's messages are queued now, if nobody reports which were read
   */
  constructor(most: number, countOf?: (client: Client) => number) {
    this.#most = most;
    this.#countOf = countOf;
  }

  /** How many of a client's messages are queued. */
  count(client: Client): number {
    const count = this.#countOf?.(client);
    if (count !== undefined) this.#keepNewest(client, count);
    return this.#waiting.get(client)?.messages.size ?? 0;
  }

  /** @returns the client with the most queued characters, if all queues together exceed the limit */
  add(client: Client, message: Sent): Client | undefined {
    const own = this.#waiting.get(client) ?? { messages: new Set(), characters: 0 };
    this.#waiting.set(client, own);
    own.messages.add(message);
    own.characters += message.characters;
    this.#characters += message.characters;
    return this.#characters > this.#most ? this.#heaviest() : undefined;
  }

  /** Call it when a message was answered. */
  delete(client: Client, message: Sent): void {
    const own = this.#waiting.get(client);
    if (!own?.messages.delete(message)) return;
    own.characters -= message.characters;
    this.#characters -= message.characters;
    if (own.messages.size === 0) this.#waiting.delete(client);
  }

  /** Call it when a client has disconnected. @returns its queued messages */
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
