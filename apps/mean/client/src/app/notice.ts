import { Component, DestroyRef, inject, input, output } from '@angular/core';
import { sentences, testIds } from '@meteor-vs-mean/contract';

/** A rejected write and the reason, until it is dismissed. */
@Component({
  selector: 'div[appNotice]',
  template: `
    {{ text() }}
    @if (kept(); as kept) {
      <textarea
        class="kept"
        readonly
        dir="auto"
        [attr.aria-label]="sentences.kept"
        [attr.data-testid]="testIds.kept"
        [value]="kept"
      ></textarea>
    }
    <button type="button" aria-label="Dismiss" (click)="dismiss.emit()">×</button>
  `,
  host: { class: 'notice', role: 'alert', '(focusin)': 'entered($event)', '(focusout)': 'left($event)' },
})
export class Notice {
  readonly text = input.required<string>({ alias: 'appNotice' });
  /** The rejected text, to copy. */
  readonly kept = input('');
  readonly dismiss = output();
  protected readonly sentences = sentences;
  protected readonly testIds = testIds;
  #hasFocus = false;
  #before: EventTarget | null = null;

  constructor() {
    inject(DestroyRef).onDestroy(() => {
      // The focused button disappeared: return the focus to where it was before.
      if (!this.#hasFocus || document.activeElement !== document.body) return;
      const last = this.#before instanceof HTMLElement && this.#before.isConnected && this.#before;
      (last || document.getElementById('main'))?.focus({ preventScroll: true });
    });
  }

  protected entered({ relatedTarget }: FocusEvent): void {
    if (!this.#hasFocus) this.#before = relatedTarget;
    this.#hasFocus = true;
  }

  /** The focus moved to another element, or to none when the notice was removed. */
  protected left({ relatedTarget }: FocusEvent): void {
    if (relatedTarget) this.#hasFocus = false;
  }
}
