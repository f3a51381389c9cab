import {
  ChangeDetectorRef,
  Component,
  type ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { isOfComposition, limits, testIds } from '@meteor-vs-mean/contract';
import { OverLimit } from '../over-limit';
import { Removal } from '../removal/removal';

/** For users with access: renames and removes the list. */
@Component({
  selector: 'app-manage',
  imports: [OverLimit, Removal],
  template: `
    @if (isRenaming()) {
      <form class="manage" method="dialog" (submit)="submit($event)">
        <label
          >Name of the list
          <input
            #field
            [attr.data-testid]="testIds.listName"
            [defaultValue]="name()"
            dir="auto"
            autocomplete="off"
            (keydown.escape)="endByKey($event)"
        /></label>
        <app-over-limit [field]="field" [limit]="longest" />
        <button type="submit">Save</button>
        <button type="button" (click)="end()">Cancel</button>
      </form>
    } @else {
      <div class="manage">
        <button #button type="button" [attr.data-testid]="testIds.rename" (click)="begin()">Rename list</button>
        @if (isThere()) {
          <app-removal what="list" [name]="name()" (remove)="remove.emit()" />
        }
      </div>
    }
  `,
})
export class Manage {
  readonly name = input.required<string>();
  /** Whether there is a list to remove. */
  readonly isThere = input.required<boolean>();
  readonly rename = output<string>();
  readonly remove = output();
  protected readonly testIds = testIds;
  protected readonly longest = limits.nameLength;
  protected readonly isRenaming = signal(false);
  readonly #view = inject(ChangeDetectorRef);
  private readonly field = viewChild<ElementRef<HTMLInputElement>>('field');
  private readonly button = viewChild<ElementRef<HTMLButtonElement>>('button');

  protected begin(): void {
    this.#show(true);
    this.field()?.nativeElement.select();
  }

  protected end(): void {
    this.#show(false);
    this.button()?.nativeElement.focus();
  }

  protected endByKey(event: Event): void {
    if (!isOfComposition(event as KeyboardEvent)) this.end();
  }

  protected submit(event: Event): void {
    event.preventDefault(); // the form disappears
    const field = this.field()?.nativeElement;
    const wanted = field?.value.trim();
    if (!wanted || wanted.length > this.longest) {
      field?.focus();
      return;
    }
    if (wanted !== this.name()) this.rename.emit(wanted);
    this.end();
  }

  /** Synchronously, because a missing field can't get the focus. */
  #show(isRenaming: boolean): void {
    this.isRenaming.set(isRenaming);
    this.#view.detectChanges();
  }
}
