import type { ErrorCode, Reply } from '@meteor-vs-mean/contract';
import type { Write } from './overlay';

interface OutboxContext {
  /** Rejects when the connection is lost before the answer. */
  send(write: Write): Promise<Reply<unknown>>;
  acknowledged(write: Write): void;
  refused(write: Write, reason: string): void;
}

/**
 * Writes on their way to the server, in memory and one at a time, since one may need what the one before it made.
 * A write whose answer was lost is sent again; its id makes that harmless.
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

  /** Empties it. @returns what was not answered */
  clear(): Write[] {
    return this.#writes.splice(0);
  }

  /** Sends all writes, until none is left or the connection is lost. A call while another runs joins it. */
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
        return; // the connection was lost: the next one flushes again
      }
      if (this.#writes[0] !== write) return; // cleared meanwhile
      this.#writes.shift();
      if ('result' in reply || (isAgain && wasDone(write, reply.error.code)))
        this.#context.acknowledged(write);
      else this.#context.refused(write, reply.error.message);
    }
  }
}

/** Whether this is the server's answer to a write that it has done already. */
function wasDone({ method }: Write, code: ErrorCode): boolean {
  return code === (method.endsWith('.remove') ? 'not-found' : 'duplicate-id');
}
