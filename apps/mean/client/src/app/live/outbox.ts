import type { ErrorCode, Reply } from '@meteor-vs-mean/contract';
import type { Write } from './overlay';

interface OutboxContext {
  /** Rejects if the connection is lost before the answer. */
  send(write: Write): Promise<Reply<unknown>>;
  acknowledged(write: Write): void;
  refused(write: Write, reason: string): void;
}

/**
 * Writes on their way to the server, in memory and sent one at a time, because a write may need the one before it. A
 * write whose answer was lost is sent again; its id makes that harmless.
 */
export class Outbox {
  readonly #context: OutboxContext;
  #writes: Write[] = [];
  #flushing: Promise<void> | undefined;

  constructor(context: OutboxContext) {
    this.#context = context;
  }

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  add(write: Write): void {
    this.#writes.push(write);
  }

  /** Empties the queue. @returns the unanswered writes */
  clear(): Write[] {
    return this.#writes.splice(0);
  }

  /** Sends all writes until none is left or the connection is lost. A second call joins the first. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    for (let write = this.#writes[0]; write; write = this.#writes[0]) {
      const isAgain = write.state === 'sent';
      write.state = 'sent';
      let reply: Reply<unknown>;
      try {
        reply = await this.#context.send(write);
      } catch {
        return; // the connection was lost: flushed again on the next
      }
      if (this.#writes[0] !== write) return; // cleared in the meantime
      this.#writes.shift();
      if ('result' in reply || (isAgain && wasDone(write, reply.error.code)))
        this.#context.acknowledged(write);
      else this.#context.refused(write, reply.error.message);
    }
  }
}

/** Whether an error means that the write succeeded at an earlier attempt. */
function wasDone({ method }: Write, code: ErrorCode): boolean {
  return code === (method.endsWith('.remove') ? 'not-found' : 'duplicate-id');
}
