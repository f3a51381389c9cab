import { Component, input, output } from '@angular/core';
import { testIds } from '@meteor-vs-mean/contract';

/** Below the field of a todo that somebody else changed while it is edited: whose text it is to have. */
@Component({
  selector: 'div[appConflict]',
  template: `
    <p role="alert">Somebody changed it to “{{ theirs() }}”</p>
    <button type="button" (click)="keep.emit()">Keep mine</button>
    <button type="button" (click)="take.emit()">Take theirs</button>
  `,
  host: { class: 'conflict', '[attr.data-testid]': 'testId' },
})
export class Conflict {
  /** What somebody else made of the todo. */
  readonly theirs = input.required<string>({ alias: 'appConflict' });
  readonly keep = output();
  readonly take = output();
  protected readonly testId = testIds.conflict;
}
