import { computed, effect, Injectable, inject, type Signal, signal, untracked } from '@angular/core';
import { Live } from '../live/live';
import type { Row } from '../live/overlay';
import { windowSize } from './window-size';

type Message = Row<'messages'>;

/**
 * A room's messages on this page: the live window, messages that left it, and older pages that the reader requested.
 * Messages are never removed, so one that leaves the window is only no longer new. They change when an account is
 * deleted: the live ones then lose its name at once.
 */
@Injectable()
export class History {
  readonly #live = inject(Live);
  readonly #roomId = signal<string | undefined>(undefined);
  readonly #window = this.#live.query('messages.byRoom', () => {
    const roomId = this.#roomId();
    return roomId === undefined ? undefined : { roomId, limit: windowSize };
  });
  /** Oldest first. */
  readonly #kept = signal<readonly Message[]>([]);
  /** Whether there may be older ones. */
  #hasOlder = true;
  #isLoading = false;
  #isFirst = true;

  /** Oldest first, unconfirmed ones last. */
  readonly messages: Signal<readonly Message[]> = computed(() => {
    const kept = this.#kept();
    const ids = new Set(kept.map(({ _id }) => _id));
    return [
      ...kept,
      ...this.#window
        .rows()
        .filter(({ _id }) => !ids.has(_id))
        .reverse(),
    ];
  });

  /** @param arrived gets messages that arrive while the room is open, not the initial ones */
  follow(roomId: Signal<string>, arrived: (messages: readonly Message[]) => void): void {
    effect(() => {
      const id = roomId();
      untracked(() => {
        this.#roomId.set(id);
        this.#kept.set([]);
        this.#hasOlder = true;
        this.#isFirst = true;
      });
    });
    effect(() => {
      // After a change of room the window follows a moment later.
      if (!this.#window.isReady() || this.#window.params()?.roomId !== this.#roomId()) return;
      const newest = this.#window.stored();
      untracked(() => {
        // A window that isn't full contains the whole room.
        if (this.#isFirst) this.#hasOlder = newest.length === windowSize;
        const fresh = this.#keep([...newest].reverse());
        if (!this.#isFirst && fresh.length > 0) arrived(fresh);
        this.#isFirst = false;
      });
    });
  }

  /** @returns whether older messages were added */
  async older(): Promise<boolean> {
    const oldest = this.#kept()[0];
    const roomId = this.#roomId();
    if (!oldest || !roomId || !this.#hasOlder || this.#isLoading) return false;
    this.#isLoading = true;
    try {
      const { createdAt, _id } = oldest;
      const page = await this.#live.call('messages.before', { roomId, createdAt, _id, limit: windowSize });
      if (this.#kept()[0]?._id !== _id) return false; // another room, or reset
      this.#hasOlder = page.length === windowSize;
      const rows = page.map((message) => ({ ...message, pending: false })).reverse();
      this.#kept.update((kept) => [...rows, ...kept]);
      return rows.length > 0;
    } catch {
      return false; // scrolling up tries again
    } finally {
      this.#isLoading = false;
    }
  }

  /** @returns the new ones */
  #keep(newest: readonly Message[]): readonly Message[] {
    const current = new Map(newest.map((message) => [message._id, message]));
    const kept = this.#kept().map((message) => current.get(message._id) ?? message);
    for (const { _id } of kept) current.delete(_id);
    const fresh = [...current.values()];
    // After a long time offline none of the window is known, and there may be a gap before it: start over.
    const hasGap = kept.length > 0 && fresh.length === windowSize;
    if (hasGap) this.#hasOlder = true;
    this.#kept.set(hasGap ? newest : [...kept, ...fresh]);
    return fresh;
  }
}
