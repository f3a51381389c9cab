import { Component, type ElementRef, inject, input, signal, viewChild } from '@angular/core';
import { limits, testIds } from '@meteor-vs-mean/contract';
import { Live } from '../live/live';
import type { Row } from '../live/overlay';
import { Drafts } from '../updates/drafts';

/** What was typed in the row of a todo is kept by this and its id. */
export const editing = 'edit ';

/** A row of the list: it is the `li`, so that the markup is TodoMVC's. */
@Component({
  selector: 'li[appTodo]',
  templateUrl: './todo.html',
  host: { '[class.editing]': 'isEditing()' },
})
export class Todo {
  readonly todo = input.required<Row<'todos'>>({ alias: 'appTodo' });
  protected readonly testIds = testIds;
  protected readonly longest = limits.todoTextLength;
  protected readonly isEditing = signal(false);
  readonly #live = inject(Live);
  readonly #drafts = inject(Drafts);
  /** Ends that what is typed here outlives the page. */
  #unfollow = () => {};
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
    this.isEditing.set(true);
    // It can take the focus once it is shown.
    input.closest('li')?.classList.add('editing');
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    this.#unfollow = this.#drafts.follow(this.#draft, input);
  }

  /** Goes on with the edit that was under way when the page was loaded anew. */
  resume(): void {
    this.edit();
    this.#drafts.restore(this.#draft, this.input().nativeElement);
  }

  get #draft(): string {
    return editing + this.todo()._id;
  }

  protected editByKey(event: Event): void {
    event.preventDefault();
    this.edit();
  }

  protected save(): void {
    if (!this.isEditing()) return; // left already: it is hidden, which is a blur too
    this.isEditing.set(false);
    this.#unfollow();
    const { _id, text: before } = this.todo();
    const text = this.input().nativeElement.value.trim();
    if (!text) this.remove();
    else if (text !== before) this.#live.write('todos.setText', { _id, text });
  }

  protected saveByKey(event: Event): void {
    if ((event as KeyboardEvent).isComposing) return;
    this.save();
    this.#focusLabel();
  }

  protected cancel(): void {
    this.isEditing.set(false);
    this.#unfollow();
    this.input().nativeElement.value = this.todo().text;
    this.#focusLabel();
  }

  /** So that the keyboard goes on from the row that was edited. */
  #focusLabel(): void {
    this.input().nativeElement.closest('li')?.classList.remove('editing');
    this.label().nativeElement.focus();
  }
}
