import type { ErrorCode, Reply } from '@meteor-vs-mean/contract';
import type { Write } from './overlay';
import { Queue } from './queue';
import type { KeptWrite } from './queue-store';

interface OutboxContext {
  /** Nothing can be sent now. */
  isWaiting(): boolean;
  /** Resolves when the server takes another one of those that waited. */
  pace(): Promise<void>;
  /** Rejects when the connection is lost before the answer. */
  send(write: Write): Promise<Reply<unknown>>;
  acknowledged(write: Write): void;
  refused(write: Write, reason: string): void;
  /** One that another page did, or that was done before this page was loaded: to be shown. */
  restore(kept: KeptWrite): Write;
  /** One that another page brought to its end. */
  ended(write: Write): void;
}

/** How long to wait when what was typed offline is more than the server takes at once. */
const pause_ms = 1000;

/** After so long without an answer the connection may be gone, though nobody has said so yet. */
const unanswered_ms = 1000;

/**
 * Writes on their way to the server, one at a time: one may need what the one before it made. Without a connection
 * they wait, and outlive the page; one whose answer was lost is sent again, which its id makes harmless.
 *
 * What is left: a change that is under way on a connection that stalls may reach the server after a newer change of
 * the same field, which another page sent. The last one to arrive stays. A memory of each change on the server would
 * prevent that, at the price of one more write for each.
 */
export class Outbox {
  readonly #context: OutboxContext;
  readonly #queue: Queue;
  #writes: Write[] = [];
  /** Ids of those that were answered, or given up: what is read of the queue may be older than that. */
  readonly #ended = new Set<string>();
  #flushing: Promise<void> | undefined;

  constructor(context: OutboxContext) {
    this.#context = context;
    this.#queue = new Queue({
      added: () => void this.#takeOver(),
      ended: (id) => this.#forget(id),
    });
  }

  /** @param owner whose writes these are from now on; undefined: not known yet */
  async belongTo(owner: string | undefined): Promise<void> {
    if (owner === this.#queue.owner) return;
    this.#queue.owner = owner;
    if (owner !== undefined) await this.#takeOver();
  }

  add(write: Write): void {
    const isBehind = this.#writes.some(({ kept }) => kept);
    this.#writes.push(write);
    if (isBehind || this.#context.isWaiting()) void this.#queue.keep(write);
  }

  /** Whatever isn't answered outlives the page from now on. */
  keep(): void {
    for (const write of this.#writes) void this.#queue.keep(write);
  }

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  /** Forgets all that isn't answered, for good. @returns how many those are */
  clear(): number {
    const writes = this.#writes.splice(0);
    for (const write of writes) void this.#end(write);
    return writes.length;
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
      for (let write = this.#writes[0]; write; write = this.#writes[0]) {
        if (write.kept) await this.#queue.inTurn(() => this.#flushKept());
        else await this.#deliver(write);
      }
    } catch {
      // The connection was lost. Whoever sees it come back calls again.
    }
  }

  /** In this page's turn: what another page has sent meanwhile isn't sent again. */
  async #flushKept(): Promise<void> {
    const { owner } = this.#queue;
    await this.#sync();
    for (let write = this.#writes[0]; write?.kept && owner === this.#queue.owner; write = this.#writes[0]) {
      await this.#deliver(write);
    }
  }

  async #deliver(write: Write): Promise<void> {
    const isLate = write.wasOffline || write.kept !== undefined;
    if (isLate) await this.#context.pace();
    if (this.#writes[0] !== write) return; // forgotten meanwhile
    const isAgain = write.state === 'sent';
    write.state = 'sent';
    const impatience = setTimeout(() => this.keep(), unanswered_ms);
    const reply = await this.#context.send(write).finally(() => clearTimeout(impatience));
    if ('error' in reply && reply.error.code === 'too-many-requests' && isLate) {
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
      return;
    }
    if (!this.#writes.includes(write)) return;
    this.#writes = this.#writes.filter((each) => each !== write);
    if ('result' in reply || (isAgain && wasDone(write, reply.error.code))) {
      this.#context.acknowledged(write);
    } else {
      this.#context.refused(write, reply.error.message);
    }
    await this.#end(write);
  }

  async #end(write: Write): Promise<void> {
    this.#ended.add(write.id);
    await this.#queue.end(write);
  }

  async #takeOver(): Promise<void> {
    await this.#sync();
    if (this.#context.isWaiting()) this.keep();
    else await this.flush();
  }

  /** Takes over what is kept: what other pages added, in its order, and without what they brought to its end. */
  async #sync(): Promise<void> {
    const { owner } = this.#queue;
    const before = this.#writes.filter(({ kept }) => kept);
    const known = new Set(
      await Promise.all(before.map(async (write) => ((await write.kept) === undefined ? '' : write.id))),
    );
    const all = await this.#queue.all();
    if (owner !== this.#queue.owner) return;
    const own = new Map(this.#writes.map((write) => [write.id, write]));
    const open = all.filter(({ id }) => !this.#ended.has(id));
    const kept = open.map((each) => own.get(each.id) ?? this.#restore(each));
    const isKept = new Set(kept);
    const others = this.#writes.filter((write) => !isKept.has(write));
    const isEnded = (write: Write) => known.has(write.id);
    this.#writes = [...kept, ...others.filter((write) => !isEnded(write))];
    for (const write of others.filter(isEnded)) this.#context.ended(write);
  }

  #restore(kept: KeptWrite): Write {
    const write = this.#context.restore(kept);
    write.kept = Promise.resolve(kept.n);
    write.state = 'sent'; // by another page, perhaps
    return write;
  }

  #forget(id: string): void {
    this.#ended.add(id);
    const write = this.#writes.find((each) => each.id === id);
    if (!write) return;
    this.#writes = this.#writes.filter((each) => each !== write);
    this.#context.ended(write);
  }
}

/** What the server answers to a write that it has done already. */
function wasDone({ method }: Write, code: ErrorCode): boolean {
  if (method.endsWith('.remove')) return code === 'not-found';
  return code === 'duplicate-id';
}
