import { computed, effect, Injectable, inject, type Signal, signal, untracked } from '@angular/core';
import { ContractError, presentIn } from '@meteor-vs-mean/contract';
import { newId } from '../live/id';
import { Live } from '../live/live';

interface Person {
  _id: string;
  nickname: string;
}

/** Says that we are in a room, for as long as the page shows it, and knows who else is. */
@Injectable()
export class Presence {
  readonly #live = inject(Live);
  readonly #roomId = signal<string | undefined>(undefined);
  readonly #ownId = signal<string | undefined>(undefined);
  readonly #query = this.#live.query('presence.byRoom', () => {
    const roomId = this.#roomId();
    return roomId === undefined ? undefined : { roomId };
  });

  /** By nickname. The same array as long as they are the same: nothing is drawn when a server renews them. */
  readonly people = computed<readonly Person[]>(() => presentIn(this.#query.rows()), { equal: areSame });

  /** In an injection context: ends with it. */
  follow(roomId: Signal<string>, nickname: Signal<string>, isThere: Signal<boolean>): void {
    effect(() => this.#roomId.set(roomId()));
    // A presence belongs to one connection: each makes its own.
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
      const isCurrent = _id === this.#ownId(); // else the session, or the connection, ended meanwhile
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
