import { Component, computed, input, output } from '@angular/core';
import { testIds } from '@meteor-vs-mean/contract';

/** A button that removes a list or a room after a confirmation. */
@Component({
  selector: 'app-removal',
  template: `
    <button type="button" [attr.data-testid]="testIds.remove" (click)="dialog.showModal()">Remove {{ what() }}</button>
    <dialog #dialog class="question" aria-labelledby="removal-question">
      <p id="removal-question">Remove “<bdi>{{ name() }}</bdi>” and all its {{ contents() }}, for everybody?</p>
      <button type="button" (click)="dialog.close()">Keep it</button>
      <button type="button" [attr.data-testid]="testIds.confirmRemoval" (click)="dialog.close(); remove.emit()">
        Remove
      </button>
    </dialog>
  `,
})
export class Removal {
  readonly what = input.required<'list' | 'room'>();
  /** The name of the list or room. */
  readonly name = input.required<string>();
  readonly remove = output();
  protected readonly testIds = testIds;
  protected readonly contents = computed(() => (this.what() === 'list' ? 'todos' : 'messages'));
}
