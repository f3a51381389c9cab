import type { Change, ChangeListener } from './client.ts';

/**
 * Passes changes to the listeners in the order of the wire.
 *
 * One read from the network can contain the end of a snapshot and later changes. Without holding them, the listeners
 * would get the changes before the code that awaits the snapshot runs, because promises settle after callbacks. Held
 * changes keep their arrival time.
 */
export class Inbox {
  #listeners: readonly ChangeListener[] = [];
  #held: { change: Change; at_ns: bigint }[] | undefined;
  /** How many callers hold changes; 0: changes pass straight through. */
  #holds = 0;

  add(listener: ChangeListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  put(change: Change, at_ns: bigint): void {
    if (this.#held !== undefined) this.#held.push({ change, at_ns });
    else this.#notify(change, at_ns);
  }

  /** Holds changes until `release` has been called as often. */
  hold(): void {
    this.#holds += 1;
    this.#held ??= [];
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds > 0) return;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { change, at_ns } of held) this.#notify(change, at_ns);
  }

  /** Lets code that awaits an already settled promise run before the next change is passed on. */
  holdForAwaiting(): void {
    this.hold();
    setImmediate(() => this.release());
  }

  /** Drops held changes, which came over a lost connection. */
  drop(): void {
    if (this.#held !== undefined) this.#held = [];
  }

  #notify(change: Change, at_ns: bigint): void {
    const listeners = this.#listeners;
    for (let i = 0; i < listeners.length; i++) (listeners[i] as ChangeListener)(change, at_ns);
  }
}
