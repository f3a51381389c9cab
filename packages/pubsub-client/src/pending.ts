import { PubSubError } from './error.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Calls that wait for an answer, by message id. */
export class Pending {
  readonly #waiting = new Map<string, Waiting>();
  readonly #timeout_ms: number;

  constructor(timeout_ms: number) {
    this.#timeout_ms = timeout_ms;
  }

  /** @param what completes "no answer to ..." */
  wait(id: string, what: string, url: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new PubSubError('timeout', `${url}: no answer to ${what} in ${this.#timeout_ms} ms`));
      }, this.#timeout_ms);
      this.#waiting.set(id, { resolve, reject, timer });
    });
  }

  has(id: string): boolean {
    return this.#waiting.has(id);
  }

  resolve(id: string, value: unknown): void {
    this.#take(id)?.resolve(value);
  }

  reject(id: string, error: Error): void {
    this.#take(id)?.reject(error);
  }

  rejectAll(error: Error): void {
    for (const id of [...this.#waiting.keys()]) this.reject(id, error);
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    return waiting;
  }
}
