import { setTimeout as wait } from 'node:timers/promises';
import { abortable } from './process/index.ts';

/** How long closing waits for something that is still starting. It is ended when it has started, however late. */
const start_ms = 10_000;

/** Owns what is started in it, and ends all of that, the last one first, when it is closed. */
export class Scope implements AsyncDisposable {
  /** Aborted when the scope is closed, and when the signal is that it was opened with. */
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  readonly #ends = new Set<() => Promise<unknown>>();
  #closed: Promise<void> | undefined;
  #forget: (() => void) | undefined;

  /** @param signal when it is aborted, nothing more is started, and nothing under way is waited for */
  constructor(signal?: AbortSignal) {
    this.signal = signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal;
  }

  /**
   * Starts something that ends with the scope, also if it is still starting then.
   * @param start its signal is aborted when what it starts isn't needed any more
   * @throws the signal's reason, as soon as the scope is closed or its signal is aborted
   */
  own<Thing>(
    start: (signal: AbortSignal) => Promise<Thing>,
    end: (thing: Thing) => Promise<unknown>,
  ): Promise<Thing> {
    this.signal.throwIfAborted();
    const starting = start(this.signal);
    this.#ends.add(async () => {
      const settled = Promise.allSettled([starting]).then(() => true);
      const ended = starting.then(end, () => {});
      ended.catch(() => {}); // nobody waits for one that starts too late
      if (await Promise.race([settled, wait(start_ms, false, { ref: false })])) await ended;
    });
    return abortable(starting, this.signal);
  }

  /** Owns a scope that may be closed earlier. */
  protected adopt<Inner extends Scope>(inner: Inner): Inner {
    const end = () => inner.close();
    this.#ends.add(end);
    inner.#forget = () => this.#ends.delete(end);
    return inner;
  }

  /** Ends everything. May be called twice. */
  close(): Promise<void> {
    this.#closed ??= this.#close().finally(() => this.#forget?.());
    return this.#closed;
  }

  async #close(): Promise<void> {
    await using ends = new AsyncDisposableStack();
    for (const end of this.#ends) ends.defer(async () => void (await end()));
    this.#over.abort(new Error('It is closed: nothing more is started'));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
