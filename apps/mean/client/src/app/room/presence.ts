import { computed, effect, Injectable, inject, type Signal, signal, untracked } from '@angular/core';
import { ContractError, limits } from '@meteor-vs-mean/contract';
import { newId } from '../live/id';
import { Live } from '../live/live';

const { beat_ms, expiry_ms } = limits.presence;

/** Says that we are in a room, for as long as the page is open, and knows who else is. */
@Injectable()
export class Presence {
  readonly #live = inject(Live);
  readonly #roomId = signal<string | undefined>(undefined);
  readonly #ownId = signal<string | undefined>(undefined);
  readonly #now = signal(Date.now());
  readonly #query = this.#live.query('presence.byRoom', () => {
    const roomId = this.#roomId();
    return roomId === undefined ? undefined : { roomId };
  });
  /** The server's clock less ours, in milliseconds, as our own last beat shows it. */
  readonly #offset_ms = signal(0);
  /** Why nobody sees that we are here, if we were told. */
  #said: string | undefined;

  /** By nickname. Whoever a crashed server left behind isn't among them for longer than their time. */
  readonly people = computed(() => {
    const now = this.#now() + this.#offset_ms();
    return this.#query.rows().filter(({ expiresAt }) => expiresAt.getTime() > now);
  });

  /** In an injection context: ends with it. */
  follow(roomId: Signal<string>, nickname: Signal<string>, isThere: Signal<boolean>): void {
    effect(() => {
      this.#roomId.set(roomId());
      this.#said = undefined;
    });
    // A presence belongs to one connection: each makes its own.
    effect((onCleanup) => {
      const room = roomId();
      this.#live.connectionNumber();
      if (!this.#live.isOnline() || !isThere()) return;
      const _id = newId();
      this.#ownId.set(_id);
      onCleanup(() => void this.#live.call('presence.leave', { _id }).catch(() => {}));
      effectOfBeats(_id, room, onCleanup);
    });
    const effectOfBeats = (_id: string, room: string, onCleanup: (stop: () => void) => void) => {
      const timer = setInterval(() => this.#beat(_id, room, untracked(nickname)), beat_ms);
      onCleanup(() => clearInterval(timer));
    };
    // At once, and when the nickname changes.
    effect(() => {
      const _id = this.#ownId();
      const name = nickname();
      if (_id) this.#beat(_id, untracked(roomId), name);
    });
    effect(() => {
      const own = this.#query.stored().find(({ _id }) => _id === this.#ownId());
      if (own) this.#offset_ms.set(own.expiresAt.getTime() - expiry_ms - Date.now());
    });
    effect((onCleanup) => {
      const timer = setInterval(() => this.#now.set(Date.now()), 1000);
      onCleanup(() => clearInterval(timer));
    });
  }

  #beat(_id: string, roomId: string, nickname: string): void {
    const beating = this.#live.call('presence.beat', { _id, roomId, nickname });
    beating.then(
      () => {
        this.#said = undefined;
      },
      (error: unknown) => this.#tell(error),
    );
  }

  /** A beat that is lost is followed by another; what the reader has to know is said once. */
  #tell(error: unknown): void {
    if (!(error instanceof ContractError) || error.message === this.#said) return;
    if (error.code !== 'limit-reached' && error.code !== 'name-taken') return;
    this.#said = error.message;
    this.#live.notify(error.message);
  }
}
