import { afterNextRender, Component, type ElementRef, input, output, viewChild } from '@angular/core';
import { testIds } from '@meteor-vs-mean/contract';

let last = 0;

/** What was being typed when somebody removed its todo: to copy it, or to add it again. */
@Component({
  selector: 'div[appLostDraft]',
  template: `
    <p role="alert" [id]="id">Somebody removed the todo that you were editing. What you typed is still here:</p>
    <input #field readonly [value]="text()" [attr.aria-labelledby]="id" />
    @if (hasList()) {
      <button type="button" (click)="addAgain.emit()">Add it again</button>
    }
    <button type="button" (click)="letGo.emit()">Let it go</button>
  `,
  host: { class: 'lost', '[attr.data-testid]': 'testId' },
})
export class LostDraft {
  readonly text = input.required<string>({ alias: 'appLostDraft' });
  /** Whether there still is a list to add it to. */
  readonly hasList = input(false);
  readonly addAgain = output();
  readonly letGo = output();
  protected readonly testId = testIds.lostDraft;
  protected readonly id = `lost-draft-${++last}`;
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');

  constructor() {
    afterNextRender(() => {
      // The focus was in the row that is gone, and went to nothing else.
      if (!document.activeElement?.matches('body, #main')) return;
      const field = this.field().nativeElement;
      field.focus();
      field.select();
    });
  }
}
