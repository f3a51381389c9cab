import type { ErrorCode, Reply } from '@meteor-vs-mean/contract';
import type { Write } from './overlay';

export interface OutboxContext {
  /** Rejects when the connection is lost before the answer. */
  send(write: Write): Promise<Reply<unknown>>;
  acknowledged(write: Write): void;
  refused(write: Write, reason: string): void;
}

/** How long to wait when what was typed offline is more than the server takes at once. */
const pause_ms = 1000;

/**
 * Writes on their way to the server, one at a time: one may need what the one before it made. Without a connection
 * they wait; one whose answer was lost is sent again, which its id makes harmless.
 */
export class Outbox {
  readonly #context: OutboxContext;
  readonly #writes: Write[] = [];
  #flushing: Promise<void> | undefined;

  constructor(context: OutboxContext) {
    this.#context = context;
  }

  add(write: Write): void {
    this.#writes.push(write);
  }

  /** Forgets all that isn't answered. @returns how many those are */
  clear(): number {
    return this.#writes.splice(0).length;
  }

  /** Sends what there is, until there is no more or the connection is lost. Nothing is done twice at once. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    try {
      for (let write = this.#writes[0]; write; write = this.#writes[0]) await this.#deliver(write);
    } catch {
      // The connection was lost. Whoever sees it come back calls again.
    }
  }

  async #deliver(write: Write): Promise<void> {
    const isAgain = write.state === 'sent';
    write.state = 'sent';
    const reply = await this.#context.send(write);
    if ('error' in reply && reply.error.code === 'too-many-requests' && write.wasOffline) {
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
      return;
    }
    if (this.#writes[0] !== write) return; // forgotten meanwhile
    this.#writes.shift();
    if ('result' in reply || (isAgain && wasDone(write, reply.error.code))) {
      this.#context.acknowledged(write);
    } else {
      this.#context.refused(write, reply.error.message);
    }
  }
}

/** What the server answers to a write that it has done already. */
function wasDone({ method }: Write, code: ErrorCode): boolean {
  if (method.endsWith('.remove')) return code === 'not-found';
  return code === 'duplicate-id';
}
