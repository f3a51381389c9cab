import { computed, effect, Injectable, inject, type Signal, signal, untracked } from '@angular/core';
import { ContractError, limits } from '@meteor-vs-mean/contract';
import { newId } from '../live/id';
import { Live } from '../live/live';

const { beat_ms, expiry_ms } = limits.presence;

interface Person {
  _id: string;
  nickname: string;
}

/** Says that we are in a room, for as long as the page is open, and knows who else is. */
@Injectable()
export class Presence {
  readonly #live = inject(Live);
  readonly #roomId = signal<string | undefined>(undefined);
  readonly #ownId = signal<string | undefined>(undefined);
  /** Grows when somebody's time has passed. */
  readonly #passed = signal(0);
  readonly #query = this.#live.query('presence.byRoom', () => {
    const roomId = this.#roomId();
    return roomId === undefined ? undefined : { roomId };
  });
  /** The server's clock less ours, in milliseconds, as our own last beat shows it. */
  readonly #offset_ms = signal(0);
  /** Why nobody sees that we are here, if we were told. */
  #said: string | undefined;

  /** Whoever a crashed server left behind isn't among them for longer than their time. */
  readonly #present = computed(() => {
    this.#passed();
    const now_ms = this.#serverNow_ms();
    return this.#query.rows().filter(({ expiresAt }) => expiresAt.getTime() > now_ms);
  });
  /** By nickname. The same array as long as they are the same: a beat alone has nothing drawn anew. */
  readonly people = computed<readonly Person[]>(() => this.#present(), { equal: areSame });

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
      const ends = this.#present().map(({ expiresAt }) => expiresAt.getTime());
      if (ends.length === 0) return;
      const rest_ms = Math.min(...ends) - this.#serverNow_ms();
      const timer = setTimeout(() => this.#passed.update((count) => count + 1), rest_ms + 1);
      onCleanup(() => clearTimeout(timer));
    });
  }

  #serverNow_ms(): number {
    return Date.now() + this.#offset_ms();
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

function areSame(some: readonly Person[], others: readonly Person[]): boolean {
  const isSame = ({ _id, nickname }: Person, n: number) =>
    _id === others[n]?._id && nickname === others[n]?.nickname;
  return some.length === others.length && some.every(isSame);
}
