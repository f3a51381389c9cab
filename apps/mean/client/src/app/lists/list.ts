import {
  afterNextRender,
  Component,
  computed,
  type ElementRef,
  effect,
  Injector,
  inject,
  input,
  viewChild,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router, RouterLink } from '@angular/router';
import { isOfComposition, limits, roleOn, testIds } from '@meteor-vs-mean/contract';
import { Session } from '../accounts/session';
import { mayTakeFocus } from '../framed';
import { gone } from '../gone';
import { HalfTyped } from '../half-typed';
import { keepFocus } from '../keep-focus';
import { newId } from '../live/id';
import { Live } from '../live/live';
import { OverLimit } from '../over-limit';
import { PageTitle } from '../page-title';
import { isReplayed } from '../replayed';
import { Todo } from '../todos/todo';
import { ListToMake, untitled } from './list-to-make';
import { Manage } from './manage';
import { Members } from './members';

/** From the URL's hash. */
const filters = [
  { title: 'All', hash: '#/' },
  { title: 'Active', hash: '#/active', done: false },
  { title: 'Completed', hash: '#/completed', done: true },
];

/** One list, following the TodoMVC specification. */
@Component({
  selector: 'app-list',
  imports: [HalfTyped, OverLimit, RouterLink, Todo, Manage, Members],
  providers: [ListToMake],
  templateUrl: './list.html',
})
export class ListPage {
  readonly listId = input.required<string>();
  protected readonly testIds = testIds;
  protected readonly longest = limits.todoTextLength;
  protected readonly filters = filters;
  readonly #toMake = inject(ListToMake);
  readonly #router = inject(Router);
  readonly #live = inject(Live);
  readonly #account = inject(Session).account;
  readonly #fragment = toSignal(inject(ActivatedRoute).fragment);
  readonly #lists = this.#live.query('lists.all', () => ({}));
  readonly #mine = this.#live.query('lists.mine', () => (this.#account() ? {} : undefined));
  protected readonly todos = this.#live.query('todos.byList', () => ({ listId: this.listId() })).rows;
  protected readonly list = computed(() =>
    [...this.#lists.rows(), ...this.#mine.rows()].find(({ _id }) => _id === this.listId()),
  );
  protected readonly gone = gone(this.list, this.listId);
  /** The kind of list that the first todo or the name creates here. */
  readonly #kind = computed(() => {
    const kind = this.list() || this.gone() ? undefined : this.#toMake.kind(this.listId());
    return kind === 'private' && !this.#account() ? undefined : kind;
  });
  protected readonly isPrivate = computed(() => {
    const list = this.list();
    return list ? list.owner !== undefined : this.#kind() === 'private';
  });
  protected readonly isOwner = computed(() => {
    const list = this.list();
    return list ? roleOn(list, this.#account()?.userId) === 'owner' : this.#kind() !== undefined;
  });
  protected readonly name = computed(() => this.list()?.name ?? (this.#kind() && untitled));
  /** A list that the user can't see is also missing. */
  protected readonly isMissing = computed(() => {
    const isReady = this.#lists.isReady() && (this.#account() === null || this.#mine.isReady());
    return isReady && !this.list() && !this.#kind();
  });
  protected readonly left = computed(() => this.todos().filter(({ done }) => !done).length);
  protected readonly filter = computed(
    () => filters.find(({ hash }) => hash === `#${this.#fragment()}`) ?? filters[0],
  );
  protected readonly shown = computed(() => {
    const only = this.filter()?.done;
    return this.todos().filter(({ done }) => only === undefined || done === only);
  });
  readonly #injector = inject(Injector);
  private readonly rows = viewChild<ElementRef<HTMLElement>>('rows');
  private readonly newTodo = viewChild<ElementRef<HTMLInputElement>>('input');

  constructor() {
    const title = inject(PageTitle);
    effect(() => {
      if (this.isMissing()) title.setMissing();
      else title.set(this.name() ?? 'todos');
    });
    afterNextRender(() => {
      // The user may already be typing in another field.
      const isTyping = document.activeElement instanceof HTMLInputElement;
      if (mayTakeFocus() && !isTyping) this.newTodo()?.nativeElement.focus({ preventScroll: true });
    });
    keepFocus(
      () => [this.shown(), this.isMissing()],
      () => this.newTodo()?.nativeElement ?? document.getElementById('main'),
    );
  }

  protected add(event: KeyboardEvent, input: HTMLInputElement): void {
    const text = input.value.trim();
    if (event.key !== 'Enter' || isOfComposition(event) || isReplayed(event)) return;
    if (!text || text.length > this.longest) return;
    if (this.#kind()) this.#toMake.make(this.listId(), untitled);
    this.#live.write('todos.insert', { _id: newId(), listId: this.listId(), text });
    input.value = '';
    const show = () => this.rows()?.nativeElement.lastElementChild?.scrollIntoView({ block: 'nearest' });
    afterNextRender({ mixedReadWrite: show }, { injector: this.#injector });
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
