import { Location } from '@angular/common';
import { Injectable, inject, signal } from '@angular/core';
import { Live } from '../live/live';

/** What the browser's history says of the page of a list that is to be made there. */
interface State {
  newList: 'public' | 'private';
}

/** What a list is called until somebody gives it a name. */
export const untitled = 'Untitled list';

/** A visit leaves no list behind: the page of a new one makes it when its first todo or its name is typed. */
@Injectable()
export class ListToMake {
  readonly #live = inject(Live);
  readonly #location = inject(Location);
  /** The one that was made here: the server may refuse it. */
  readonly #made = signal<{ listId: string; kind: State['newList'] } | undefined>(undefined);

  /** @returns undefined if the page is one of a list that there is, or was */
  kind(listId: string): State['newList'] | undefined {
    const made = this.#made();
    if (made?.listId === listId) return made.kind;
    return (this.#location.getState() as Partial<State> | null)?.newList;
  }

  /** Makes a list that isn't shown: also one that the server refused before. */
  make(listId: string, name: string): void {
    const kind = this.kind(listId);
    if (!kind) return;
    this.#made.set({ listId, kind });
    // For who comes back or loads it again, it is a list's page like any other.
    this.#location.replaceState(this.#location.path(true));
    const list = { _id: listId, name };
    this.#live.write('lists.insert', kind === 'private' ? { ...list, private: true } : list);
  }
}
