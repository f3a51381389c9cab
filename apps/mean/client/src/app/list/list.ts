import {
  afterNextRender,
  afterRenderEffect,
  Component,
  computed,
  type ElementRef,
  effect,
  inject,
  input,
  viewChild,
  viewChildren,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink } from '@angular/router';
import { limits, testIds } from '@meteor-vs-mean/contract';
import { Session } from '../account/session';
import { newId } from '../live/id';
import { Live } from '../live/live';
import { PageTitle } from '../page-title';
import { Place } from '../place';
import { Draft } from '../updates/draft';
import { Drafts } from '../updates/drafts';
import { Members } from './members';
import { editing, Todo } from './todo';

/** By the address's hash: `#/`, `#/active`, `#/completed`. */
const filters = [
  { name: 'all', title: 'All', hash: '#/' },
  { name: 'active', title: 'Active', hash: '#/active' },
  { name: 'completed', title: 'Completed', hash: '#/completed' },
] as const;

/** One list, as the TodoMVC specification has it. */
@Component({
  selector: 'app-list',
  imports: [Draft, Place, RouterLink, Todo, Members],
  templateUrl: './list.html',
})
export class ListPage {
  readonly listId = input.required<string>();
  protected readonly testIds = testIds;
  protected readonly longest = limits.todoTextLength;
  protected readonly filters = filters;
  readonly #live = inject(Live);
  readonly #fragment = toSignal(inject(ActivatedRoute).fragment);
  readonly #session = inject(Session);
  readonly #lists = this.#live.query('lists.all', () => ({}));
  readonly #mine = this.#live.query('lists.mine', () => (this.#session.account() ? {} : undefined));
  readonly #todos = this.#live.query('todos.byList', () => ({ listId: this.listId() }));
  #focused: HTMLElement | undefined;
  readonly #drafts = inject(Drafts);
  private readonly rows = viewChildren(Todo);
  private readonly newTodo = viewChild<ElementRef<HTMLInputElement>>('input');

  protected readonly todos = this.#todos.rows;
  protected readonly list = computed(() =>
    [...this.#lists.rows(), ...this.#mine.rows()].find(({ _id }) => _id === this.listId()),
  );
  protected readonly isPrivate = computed(() => this.list()?.owner !== undefined);
  /** A list that one may not see is missing, too. */
  protected readonly isMissing = computed(() => this.#isReady() && !this.list());
  readonly #isReady = computed(
    () => this.#lists.isReady() && (this.#session.account() === null || this.#mine.isReady()),
  );
  protected readonly left = computed(() => this.todos().filter(({ done }) => !done).length);
  protected readonly filter = computed(
    () => filters.find(({ hash }) => hash === `#${this.#fragment()}`)?.name ?? 'all',
  );
  protected readonly shown = computed(() => {
    const filter = this.filter();
    return filter === 'all'
      ? this.todos()
      : this.todos().filter(({ done }) => done === (filter === 'completed'));
  });

  constructor() {
    const title = inject(PageTitle);
    effect(() => {
      if (this.isMissing()) title.setMissing();
      else title.set(this.list()?.name ?? 'todos');
    });
    afterNextRender(() => {
      // Somebody may be typing elsewhere since before the app ran.
      if (document.activeElement instanceof HTMLInputElement) return;
      this.newTodo()?.nativeElement.focus({ preventScroll: true });
    });
    afterRenderEffect(() => {
      this.shown();
      this.#keepFocus();
    });
    afterRenderEffect(() => {
      const [edited] = this.#drafts.namesFrom(editing);
      const row = edited && this.rows().find(({ todo }) => todo()._id === edited);
      if (row) row.resume();
    });
    let wasThere = false;
    afterRenderEffect(() => {
      const isThere = !this.isMissing();
      // Whoever left the list, or was taken off, goes on from the start of what is shown instead.
      if (wasThere && !isThere && document.activeElement === document.body) {
        document.getElementById('main')?.focus({ preventScroll: true });
      }
      wasThere = isThere;
    });
  }

  protected focused(event: Event): void {
    this.#focused = event.target as HTMLElement;
  }

  /** What has the focus may go, with a row or by the filter: the keyboard goes on from the start of the list. */
  #keepFocus(): void {
    if (!this.#focused || this.#focused.isConnected) return;
    this.#focused = undefined;
    if (document.activeElement === document.body) this.newTodo()?.nativeElement.focus();
  }

  /** Of any key: those before the app ran come again, which Angular doesn't do for `keydown.enter`. */
  protected add({ key, isComposing }: KeyboardEvent, input: HTMLInputElement): void {
    const text = input.value.trim();
    if (key !== 'Enter' || !text || isComposing) return;
    this.#live.write('todos.insert', { _id: newId(), listId: this.listId(), text });
    input.value = '';
  }

  protected toggleAll(): void {
    this.#live.write('todos.setAllDone', { listId: this.listId(), done: this.left() > 0 });
  }

  protected clearCompleted(): void {
    this.#live.write('todos.removeDone', { listId: this.listId() });
  }
}
