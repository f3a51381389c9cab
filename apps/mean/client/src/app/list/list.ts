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
import { ActivatedRoute, Router, RouterLink } from '@angular/router';
import { isOfComposition, limits, roleOn, testIds } from '@meteor-vs-mean/contract';
import { Session } from '../account/session';
import { mayTakeFocus } from '../framed';
import { gone } from '../gone';
import { newId } from '../live/id';
import { Live } from '../live/live';
import { PageTitle } from '../page-title';
import { Place } from '../place';
import { HalfTyped } from '../updates/half-typed';
import { HalfTypedField } from '../updates/half-typed-field';
import { Drafts } from './drafts';
import { ListToMake, untitled } from './list-to-make';
import { LostDraft } from './lost-draft';
import { Manage } from './manage';
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
  imports: [HalfTypedField, Place, RouterLink, Todo, LostDraft, Manage, Members],
  providers: [Drafts, ListToMake],
  templateUrl: './list.html',
})
export class ListPage {
  readonly listId = input.required<string>();
  protected readonly testIds = testIds;
  protected readonly longest = limits.todoTextLength;
  protected readonly filters = filters;
  protected readonly drafts = inject(Drafts);
  readonly #toMake = inject(ListToMake);
  readonly #router = inject(Router);
  readonly #live = inject(Live);
  readonly #fragment = toSignal(inject(ActivatedRoute).fragment);
  readonly #session = inject(Session);
  readonly #lists = this.#live.query('lists.all', () => ({}));
  readonly #mine = this.#live.query('lists.mine', () => (this.#session.account() ? {} : undefined));
  readonly #todos = this.#live.query('todos.byList', () => ({ listId: this.listId() }));
  #focused: HTMLElement | undefined;
  readonly #halfTyped = inject(HalfTyped);
  private readonly rows = viewChildren(Todo);
  private readonly newTodo = viewChild<ElementRef<HTMLInputElement>>('input');

  protected readonly todos = this.#todos.rows;
  protected readonly list = computed(() =>
    [...this.#lists.rows(), ...this.#mine.rows()].find(({ _id }) => _id === this.listId()),
  );
  protected readonly gone = gone(this.list, this.listId);
  /** What kind of list is made here as soon as there is something in it. */
  readonly #kind = computed(() => {
    const kind = this.list() || this.gone() ? undefined : this.#toMake.kind(this.listId());
    return kind === 'private' && !this.#session.account() ? undefined : kind;
  });
  protected readonly isPrivate = computed(() => {
    const list = this.list();
    return list ? list.owner !== undefined : this.#kind() === 'private';
  });
  protected readonly isOwner = computed(() => {
    const list = this.list();
    return list ? roleOn(list, this.#session.account()?.userId) === 'owner' : this.#kind() !== undefined;
  });
  protected readonly name = computed(() => this.list()?.name ?? (this.#kind() && untitled));
  /** A list that one may not see is missing, too. */
  protected readonly isMissing = computed(() => this.#isReady() && !this.list() && !this.#kind());
  readonly #isReady = computed(
    () => this.#lists.isReady() && (this.#session.account() === null || this.#mine.isReady()),
  );
  protected readonly left = computed(() => this.todos().filter(({ done }) => !done).length);
  protected readonly filter = computed(
    () => filters.find(({ hash }) => hash === `#${this.#fragment()}`)?.name ?? 'all',
  );
  protected readonly shown = computed(() => {
    const filter = this.filter();
    if (filter === 'all') return this.todos();
    // One that is being edited stays, whatever others do to it.
    const open = this.drafts.open();
    return this.todos().filter(({ _id, done }) => done === (filter === 'completed') || open.has(_id));
  });

  constructor() {
    this.drafts.follow(this.todos);
    const title = inject(PageTitle);
    effect(() => {
      if (this.isMissing()) title.setMissing();
      else title.set(this.name() ?? 'todos');
    });
    afterNextRender(() => {
      // Somebody may be typing elsewhere since before the app ran.
      if (!mayTakeFocus() || document.activeElement instanceof HTMLInputElement) return;
      this.newTodo()?.nativeElement.focus({ preventScroll: true });
    });
    afterRenderEffect(() => {
      this.shown();
      this.drafts.lost();
      this.#keepFocus();
    });
    afterRenderEffect(() => {
      const [edited] = this.#halfTyped.namesFrom(editing);
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
    if (document.activeElement !== document.body) return;
    // Or from what is said in its place: the row was removed while it was edited.
    const said = document.querySelector<HTMLInputElement>('.lost input');
    (said ?? this.newTodo()?.nativeElement)?.focus();
    said?.select();
  }

  /** Of any key: those before the app ran come again, which Angular doesn't do for `keydown.enter`. */
  protected add(event: KeyboardEvent, input: HTMLInputElement): void {
    const text = input.value.trim();
    if (event.key !== 'Enter' || !text || isOfComposition(event)) return;
    this.#insert(text);
    input.value = '';
  }

  protected addAgain({ id, text }: { id: number; text: string }): void {
    this.#insert(text.trim());
    this.drafts.letGo(id);
  }

  #insert(text: string): void {
    if (this.#kind()) this.#toMake.make(this.listId(), untitled);
    this.#live.write('todos.insert', { _id: newId(), listId: this.listId(), text });
  }

  protected rename(name: string): void {
    if (this.#kind()) this.#toMake.make(this.listId(), name);
    else this.#live.write('lists.rename', { _id: this.listId(), name });
  }

  protected remove(): void {
    const _id = this.listId();
    void this.#router.navigateByUrl('/').finally(() => this.#live.write('lists.remove', { _id }));
  }

  protected toggleAll(): void {
    this.#live.write('todos.setAllDone', { listId: this.listId(), done: this.left() > 0 });
  }

  protected clearCompleted(): void {
    this.#live.write('todos.removeDone', { listId: this.listId() });
  }
}
