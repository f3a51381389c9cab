import { computed, effect, Injectable, inject, type Signal, signal, untracked } from '@angular/core';
import { Session } from '../account/session';

/** What was being typed in a todo that is gone. */
interface Lost {
  id: number;
  text: string;
}

/** The todos of a page that are being edited, and what becomes of what is typed when one of them goes. */
@Injectable()
export class Drafts {
  readonly lost: Signal<readonly Lost[]>;
  /** Ids of those that are being edited. */
  readonly open = computed<ReadonlySet<string>>(() => new Set(this.#open().keys()));
  readonly #lost = signal<readonly Lost[]>([]);
  /** What is typed, by the todo's id. */
  readonly #open = signal<ReadonlyMap<string, () => string>>(new Map());
  #last = 0;

  constructor() {
    this.lost = this.#lost.asReadonly();
    const { account } = inject(Session);
    const userId = computed(() => account()?.userId);
    // What an account typed is for nobody who comes after it.
    effect(() => {
      userId();
      untracked(() => {
        this.#open.set(new Map());
        this.#lost.set([]);
      });
    });
  }

  /** In an injection context. @param todos those that there are */
  follow(todos: Signal<readonly { _id: string }[]>): void {
    effect(() => {
      const open = this.#open();
      if (open.size === 0) return;
      const ids = new Set(todos().map(({ _id }) => _id));
      for (const [id, typed] of open) if (!ids.has(id)) untracked(() => this.#lose(id, typed()));
    });
  }

  /** @param typed asked for what is typed if the todo goes */
  begin(id: string, typed: () => string): void {
    this.#open.update((open) => new Map(open).set(id, typed));
  }

  end(id: string): void {
    this.#open.update((open) => {
      const others = new Map(open);
      others.delete(id);
      return others;
    });
  }

  letGo(id: number): void {
    this.#lost.update((all) => all.filter((each) => each.id !== id));
  }

  #lose(id: string, text: string): void {
    this.end(id);
    this.#last += 1;
    const lost = { id: this.#last, text };
    if (text.trim()) this.#lost.update((all) => [...all, lost]);
  }
}
