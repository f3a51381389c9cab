import { Location } from '@angular/common';
import { Injectable, inject, signal } from '@angular/core';
import { Live } from '../live/live';

/** The state of the browser's history for a page whose list doesn't exist yet. */
interface State {
  newList: 'public' | 'private';
}

/** The name of a list until the user gives it one. */
export const untitled = 'Untitled list';

/** Opening the page of a new list doesn't create it: its first todo or its name does. */
@Injectable()
export class ListToMake {
  readonly #live = inject(Live);
  readonly #location = inject(Location);
  /** The id of the list created here, which the server may still reject. */
  readonly #made = signal<{ listId: string; kind: State['newList'] } | undefined>(undefined);

  /** @returns undefined if the page's list exists or existed */
  kind(listId: string): State['newList'] | undefined {
    const made = this.#made();
    if (made?.listId === listId) return made.kind;
    return (this.#location.getState() as Partial<State> | null)?.newList;
  }

  /** Creates a list that isn't shown, even if the server rejected it before. */
  make(listId: string, name: string): void {
    const kind = this.kind(listId);
    if (!kind) return;
    this.#made.set({ listId, kind });
    // After Back or a reload it is a list's page like any other.
    this.#location.replaceState(this.#location.path(true));
    const list = { _id: listId, name };
    this.#live.write('lists.insert', kind === 'private' ? { ...list, private: true } : list);
  }
}
