import { afterRenderEffect, Directive, ElementRef, inject, input } from '@angular/core';
import { Drafts } from './drafts';

/** A field in which something may be half typed when the page is loaded anew, under a name of its own on its page. */
@Directive({ selector: 'input[appDraft]', host: { '(input)': 'isTouched = true' } })
export class Draft {
  readonly name = input.required<string>({ alias: 'appDraft' });
  protected isTouched: boolean;

  constructor() {
    const field = inject<ElementRef<HTMLInputElement>>(ElementRef).nativeElement;
    const drafts = inject(Drafts);
    // In a page that the server rendered somebody may have typed before the app ran.
    this.isTouched = field.value !== field.defaultValue;
    afterRenderEffect((onCleanup) => {
      onCleanup(drafts.follow(this.name(), field));
      // Who types already is ahead of what was there.
      if (!this.isTouched) drafts.restore(this.name(), field);
    });
  }
}
