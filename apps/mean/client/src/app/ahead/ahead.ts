import { Injectable, inject } from '@angular/core';
import { Live } from '../live/live';
import type { Subscription } from '../live/subscription';
import { windowSize } from '../room/window-size';
import { savesData } from './saved-data';

/** So many pages are held ready at one time, ... */
const most = 3;

/** ... each for so long after it was last pointed at, ... */
const held_ms = 10_000;

/** ... and so many are asked for in `held_ms`: what a connection may subscribe to is for the pages that are opened. */
const mostInTurn = 20;

/** A pointer that stays on a link for so long means it. */
const dwell_ms = 65;

interface Held {
  subscription: Subscription;
  timer: ReturnType<typeof setTimeout>;
}

/** Subscribes to what is behind a list's or a room's link as soon as somebody points at it: it is there when they click. */
@Injectable({ providedIn: 'root' })
export class Ahead {
  readonly #live = inject(Live);
  /** By path, oldest first. */
  readonly #held = new Map<string, Held>();
  #asked = 0;
  #dwelling: ReturnType<typeof setTimeout> | undefined;

  begin(): void {
    document.addEventListener('pointerover', ({ target }) => {
      clearTimeout(this.#dwelling);
      this.#dwelling = setTimeout(() => this.#look(target), dwell_ms);
    });
    for (const type of ['focusin', 'touchstart']) {
      document.addEventListener(type, ({ target }) => this.#look(target), { passive: true });
    }
  }

  #look(target: EventTarget | null): void {
    const path = target instanceof Element ? target.closest('a')?.pathname : undefined;
    const [, kind, id] = /^\/(lists|rooms)\/([\w-]+)$/.exec(path ?? '') ?? [];
    if (!path || !id || id === 'new' || savesData()) return;
    const before = this.#held.get(path);
    if (!before && this.#asked >= mostInTurn) return;
    const subscription = before?.subscription ?? this.#subscribe(kind, id);
    clearTimeout(before?.timer);
    this.#held.delete(path);
    this.#held.set(path, { subscription, timer: setTimeout(() => this.#release(path), held_ms) });
    const [oldest] = this.#held.keys();
    if (oldest && this.#held.size > most) this.#release(oldest);
  }

  #subscribe(kind: string | undefined, id: string): Subscription {
    this.#asked += 1;
    setTimeout(() => {
      this.#asked -= 1;
    }, held_ms);
    const subscription =
      kind === 'lists'
        ? this.#live.hold('todos.byList', { listId: id })
        : this.#live.hold('messages.byRoom', { roomId: id, limit: windowSize });
    return subscription as unknown as Subscription;
  }

  #release(path: string): void {
    const held = this.#held.get(path);
    if (!held) return;
    clearTimeout(held.timer);
    this.#held.delete(path);
    this.#live.release(held.subscription);
  }
}
