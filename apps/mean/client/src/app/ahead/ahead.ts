import { Injectable, inject } from '@angular/core';
import { Live } from '../live/live';
import { windowSize } from '../rooms/window-size';
import { savesData } from './saved-data';

/** How long the pointer must stay on a link. */
const dwell_ms = 65;

/** How long the page keeps the data of the last link. */
const held_ms = 10_000;

/** Subscribes to the data of a list's or room's link when the pointer rests on it, so they are there on the click. */
@Injectable({ providedIn: 'root' })
export class Ahead {
  readonly #live = inject(Live);
  #timer: ReturnType<typeof setTimeout> | undefined;

  begin(): void {
    for (const type of ['pointerover', 'focusin', 'touchstart']) {
      document.addEventListener(
        type,
        ({ target }) => {
          const path = target instanceof Element ? target.closest('a')?.pathname : undefined;
          const [, kind, id] = /^\/(lists|rooms)\/([\w-]+)$/.exec(path ?? '') ?? [];
          clearTimeout(this.#timer);
          if (id && id !== 'new' && !savesData())
            this.#timer = setTimeout(() => this.#hold(kind, id), dwell_ms);
        },
        { passive: true },
      );
    }
  }

  #hold(kind: string | undefined, id: string): void {
    const live = this.#live;
    const todos = kind === 'lists' && live.hold('todos.byList', { listId: id });
    const messages = kind === 'rooms' && live.hold('messages.byRoom', { roomId: id, limit: windowSize });
    setTimeout(() => {
      if (todos) live.release(todos);
      if (messages) live.release(messages);
    }, held_ms);
  }
}
