import { Component, computed, type ElementRef, inject, input, linkedSignal, viewChild } from '@angular/core';
import { type Draft, followed, isOfComposition, limits, testIds } from '@meteor-vs-mean/contract';
import { Live } from '../live/live';
import type { Row } from '../live/overlay';
import { HalfTyped } from '../updates/half-typed';
import { Conflict } from './conflict';
import { Drafts } from './drafts';

/** What was typed in the row of a todo is kept by this and its id. */
export const editing = 'edit ';

/** A row of the list: it is the `li`, so that the markup is TodoMVC's. */
@Component({
  selector: 'li[appTodo]',
  imports: [Conflict],
  templateUrl: './todo.html',
  host: { '[class.editing]': 'isEditing()' },
})
export class Todo {
  readonly todo = input.required<Row<'todos'>>({ alias: 'appTodo' });
  protected readonly testIds = testIds;
  protected readonly longest = limits.todoTextLength;
  readonly #live = inject(Live);
  readonly #drafts = inject(Drafts);
  readonly #halfTyped = inject(HalfTyped);
  /** Ends that what is typed here outlives the page. */
  #unfollow = () => {};
  protected readonly isEditing = computed(() => this.#drafts.open().has(this.todo()._id));
  /** What is typed, while it is edited. */
  protected readonly draft = linkedSignal<{ isEditing: boolean; said: string }, Draft | undefined>({
    source: () => ({ isEditing: this.isEditing(), said: this.todo().text }),
    computation: ({ isEditing, said }, previous) =>
      isEditing ? followed(previous?.value ?? { base: said, text: said }, said) : undefined,
  });
  /** What somebody else made of it meanwhile, if that is neither what it was nor what is typed. */
  protected readonly theirs = computed(() => {
    const draft = this.draft();
    return draft && draft.base !== this.todo().text ? this.todo().text : undefined;
  });
  private readonly label = viewChild.required<ElementRef<HTMLElement>>('label');
  private readonly input = viewChild.required<ElementRef<HTMLInputElement>>('input');

  /** Not by what the box shows: if it was ticked before the app ran, it shows again what is stored. */
  protected toggle(): void {
    const { _id, done } = this.todo();
    this.#live.write('todos.setDone', { _id, done: !done });
  }

  protected remove(): void {
    this.#live.write('todos.remove', { _id: this.todo()._id });
  }

  protected edit(): void {
    const input = this.input().nativeElement;
    input.value = this.todo().text;
    this.#drafts.begin(this.todo()._id, () => input.value);
    // It can take the focus once it is shown.
    input.closest('li')?.classList.add('editing');
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    this.#unfollow = this.#halfTyped.follow(editing + this.todo()._id, input);
  }

  /** Goes on with the edit that was under way when the page was loaded anew. */
  resume(): void {
    this.edit();
    const input = this.input().nativeElement;
    this.#halfTyped.restore(editing + this.todo()._id, input);
    this.type(input.value);
  }

  protected editByKey(event: Event): void {
    event.preventDefault();
    this.edit();
  }

  protected type(text: string): void {
    this.draft.update((draft) => draft && { ...draft, text });
  }

  /** While there is a choice to make, to leave the field doesn't make it. */
  protected left(): void {
    if (this.theirs() === undefined) this.save();
  }

  protected keep(): void {
    this.save();
    this.#focusLabel();
  }

  protected saveByKey(event: Event): void {
    if (!isOfComposition(event as KeyboardEvent)) this.keep();
  }

  protected cancelByKey(event: Event): void {
    if (!isOfComposition(event as KeyboardEvent)) this.cancel();
  }

  protected cancel(): void {
    this.#end();
    this.input().nativeElement.value = this.todo().text;
    this.#focusLabel();
  }

  protected save(): void {
    const draft = this.draft();
    if (!draft) return; // left already: it is hidden, or gone, which is a blur too
    const { _id, text: before } = this.todo();
    this.#end();
    const text = draft.text.trim();
    if (!text) this.remove();
    else if (text !== before) this.#live.write('todos.setText', { _id, text });
  }

  #end(): void {
    this.#unfollow();
    this.#drafts.end(this.todo()._id);
  }

  /** So that the keyboard goes on from the row that was edited. */
  #focusLabel(): void {
    this.input().nativeElement.closest('li')?.classList.remove('editing');
    this.label().nativeElement.focus();
  }
}
