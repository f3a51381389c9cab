import { computed, effect, Injectable, inject, type Signal, signal, untracked } from '@angular/core';
import { ContractError, presentIn } from '@meteor-vs-mean/contract';
import { newId } from '../live/id';
import { Live } from '../live/live';

interface Person {
  _id: string;
  nickname: string;
}

/** Enters a room for as long as the page shows it, and lists the people in it. */
@Injectable()
export class Presence {
  readonly #live = inject(Live);
  readonly #roomId = signal<string | undefined>(undefined);
  readonly #ownId = signal<string | undefined>(undefined);
  readonly #query = this.#live.query('presence.byRoom', () => {
    const roomId = this.#roomId();
    return roomId === undefined ? undefined : { roomId };
  });

  /** By nickname. The array stays the same if the people do, so that renewals don't re-render them. */
  readonly people = computed<readonly Person[]>(() => presentIn(this.#query.rows()), { equal: areSame });

  /** In an injection context, with which it ends. */
  follow(roomId: Signal<string>, nickname: Signal<string>, isThere: Signal<boolean>): void {
    effect(() => this.#roomId.set(roomId()));
    // A presence belongs to one connection, so each connection makes its own.
    effect((onCleanup) => {
      roomId();
      this.#live.connectionNumber();
      if (!this.#live.isOnline() || !isThere()) return;
      const _id = newId();
      this.#ownId.set(_id);
      onCleanup(() => {
        this.#ownId.set(undefined);
        void this.#live.call('presence.leave', { _id }).catch(() => {});
      });
    });
    // At once, and when the nickname changes.
    effect(() => {
      const _id = this.#ownId();
      if (_id) void this.#enter(_id, untracked(roomId), nickname());
    });
  }

  async #enter(_id: string, roomId: string, nickname: string): Promise<void> {
    try {
      await this.#live.call('presence.enter', { _id, roomId, nickname });
    } catch (error) {
      const code = error instanceof ContractError ? error.code : undefined;
      const isCurrent = _id === this.#ownId(); // otherwise the session or the connection has ended
      if (isCurrent && (code === 'limit-reached' || code === 'name-taken'))
        this.#live.notify((error as Error).message);
    }
  }
}

function areSame(some: readonly Person[], others: readonly Person[]): boolean {
  const isSame = ({ _id, nickname }: Person, n: number) =>
    _id === others[n]?._id && nickname === others[n]?.nickname;
  return some.length === others.length && some.every(isSame);
}
