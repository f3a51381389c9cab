import { Component, type ElementRef, inject, input, signal, viewChild } from '@angular/core';
import { isOfComposition, limits, testIds } from '@meteor-vs-mean/contract';
import { Live } from '../live/live';
import type { Row } from '../live/overlay';
import { OverLimit } from '../over-limit';

/** A row of the list. The component is the `li`, to match TodoMVC's markup. */
@Component({
  selector: 'li[appTodo]',
  imports: [OverLimit],
  templateUrl: './todo.html',
  host: { '[class.editing]': 'isEditing()' },
})
export class Todo {
  readonly todo = input.required<Row<'todos'>>({ alias: 'appTodo' });
  protected readonly testIds = testIds;
  protected readonly longest = limits.todoTextLength;
  protected readonly isEditing = signal(false);
  readonly #live = inject(Live);
  private readonly label = viewChild.required<ElementRef<HTMLElement>>('label');
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');

  /** Shows the stored value: a box that was ticked before the scripts ran is reset. */
  protected toggle(): void {
    const { _id, done } = this.todo();
    this.#live.write('todos.setDone', { _id, done: !done });
  }

  protected remove(): void {
    this.#live.write('todos.remove', { _id: this.todo()._id });
  }

  protected edit(): void {
    const field = this.field().nativeElement;
    field.defaultValue = this.todo().text;
    field.value = this.todo().text;
    this.isEditing.set(true);
    field.closest('li')?.classList.add('editing'); // at once, because a hidden field can't get the focus
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  protected press(event: KeyboardEvent): void {
    if (isOfComposition(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    if (event.key === 'Enter' && !this.#save()) return;
    this.isEditing.set(false);
    this.field().nativeElement.closest('li')?.classList.remove('editing');
    this.label().nativeElement.focus();
  }

  /** A removed row also loses the focus, but there is nothing to save then. */
  protected left(): void {
    queueMicrotask(() => {
      if (this.isEditing() && this.field().nativeElement.isConnected && this.#save())
        this.isEditing.set(false);
    });
  }

  /** @returns false: the text is too long */
  #save(): boolean {
    const { value, defaultValue } = this.field().nativeElement;
    const text = value.trim();
    if (text.length > this.longest) return false;
    if (!text) this.remove();
    else if (text !== defaultValue) this.#live.write('todos.setText', { _id: this.todo()._id, text });
    return true;
  }
}
