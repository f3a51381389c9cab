import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What stands behind a relay. */
export interface Way {
  name: 'writer' | 'reader' | 'mongod';
  protocol: 'websocket' | 'mongodb';
  host: string;
  port: number;
}

/** A message that passed a relay. */
export interface Passed {
  /** The way's name. */
  way: Way['name'];
  /** Of all relays, in the order in which they were made. */
  connection: number;
  from: 'client' | 'server';
  /** `process.hrtime` when the chunk that completes it came, before it was passed on. */
  at_ms: number;
  /** A websocket's payload, unmasked; MongoDB's message with its header. */
  bytes: Uint8Array;
}

export type Request = { open: Way } | { take: true };
export type Answer = { port: number } | { passed: Passed[] };

/** TCP relays in a thread of their own, which nothing else holds up. */
export class Relays {
  readonly #thread = new Worker(new URL('./relay-thread.ts', import.meta.url));
  #failure: Error | undefined;

  constructor() {
    this.#thread.on('error', (error: Error) => {
      this.#failure = error;
    });
  }

  /** @returns the port on 127.0.0.1 that leads to what stands behind */
  async open(way: Way): Promise<number> {
    return ((await this.#ask({ open: way })) as { port: number }).port;
  }

  /** What passed since the last time, in order. */
  async take(): Promise<Passed[]> {
    return ((await this.#ask({ take: true })) as { passed: Passed[] }).passed;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  /** One question at a time. @throws what ended the thread */
  async #ask(request: Request): Promise<Answer> {
    if (this.#failure) throw this.#failure;
    const answered = once(this.#thread, 'message');
    this.#thread.postMessage(request);
    return (await answered)[0] as Answer;
  }
}
