import type { Change, ChangeListener } from './client.ts';

/**
 * Hands changes to the listeners, in the order of the wire.
 *
 * One read from the network can hold the end of a snapshot and the changes after it. Those would reach the
 * listeners before whoever awaits the snapshot runs at all, because promises are settled later than callbacks
 * run. So they are held until then. They keep the time at which they came.
 */
export class Inbox {
  #listeners: readonly ChangeListener[] = [];
  #held: { change: Change; at_ns: bigint }[] | undefined;
  /** Counts the reasons to hold; 0: changes go straight through. */
  #holds = 0;

  add(listener: ChangeListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  put(change: Change, at_ns: bigint): void {
    if (this.#held !== undefined) this.#held.push({ change, at_ns });
    else this.#tell(change, at_ns);
  }

  /** Keeps changes back until `release` has been called as often. */
  hold(): void {
    this.#holds += 1;
    this.#held ??= [];
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds > 0) return;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { change, at_ns } of held) this.#tell(change, at_ns);
  }

  /** Lets all that awaits a promise settled now run before the next change is handed on. */
  holdForAwaiting(): void {
    this.hold();
    setImmediate(() => this.release());
  }

  /** Forgets what is held: it came over a connection that is gone. */
  drop(): void {
    if (this.#held !== undefined) this.#held = [];
  }

  #tell(change: Change, at_ns: bigint): void {
    const listeners = this.#listeners;
    for (let i = 0; i < listeners.length; i++) (listeners[i] as ChangeListener)(change, at_ns);
  }
}
