import { limits } from '@meteor-vs-mean/contract';
import type { LiveSocket } from './socket.ts';

/** Nobody who keeps to what is allowed has so many messages waiting. */
const mostWaiting = limits.calls.count + limits.subscriptions.count + limits.refusals;

/** What a client sent. */
export interface Message {
  /** Of its packet. */
  readonly characters: number;
  /** All that is kept of it until it is answered: read from it what is needed when its turn has come. */
  readonly args: unknown[];
}

/** What waits of one client. */
interface Waiting {
  readonly messages: Set<Message>;
  characters: number;
}

/**
 * Weighs what clients sent and what isn't answered yet, that of all clients together: a few messages of each of a hundred
 * would fill the memory as many of one do. If it is too much, whoever has most of it is cut, and all of that is dropped.
 */
export class Unanswered {
  readonly #log: (line: string) => void;
  readonly #waiting = new Map<LiveSocket, Waiting>();
  #characters = 0;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  add(socket: LiveSocket, message: Message): void {
    const own = this.#waiting.get(socket) ?? { messages: new Set(), characters: 0 };
    this.#waiting.set(socket, own);
    own.messages.add(message);
    own.characters += message.characters;
    this.#characters += message.characters;
    if (own.messages.size > mostWaiting) {
      this.#cut(socket, own, `more than ${mostWaiting} of its messages were waiting`);
    } else if (this.#characters > limits.waitingCharacters) {
      let heaviest: [LiveSocket, Waiting] = [socket, own];
      for (const each of this.#waiting) if (each[1].characters > heaviest[1].characters) heaviest = each;
      const why = `of more than ${limits.waitingCharacters} characters that waited most were its own`;
      this.#cut(...heaviest, why);
    }
  }

  /** It is answered. */
  delete(socket: LiveSocket, message: Message): void {
    const own = this.#waiting.get(socket);
    if (!own?.messages.delete(message)) return;
    own.characters -= message.characters;
    this.#characters -= message.characters;
    if (own.messages.size === 0) this.#waiting.delete(socket);
  }

  #cut(socket: LiveSocket, { messages, characters }: Waiting, why: string): void {
    this.#log(`socket ${socket.id}: disconnected, ${why}`);
    this.#waiting.delete(socket);
    this.#characters -= characters;
    for (const { args } of messages) args.length = 0;
    socket.conn.close(true);
  }
}
