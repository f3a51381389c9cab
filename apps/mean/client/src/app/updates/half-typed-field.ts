import { afterRenderEffect, Directive, ElementRef, inject, input } from '@angular/core';
import { HalfTyped } from './half-typed';

/** A field in which something may be half typed when the page is loaded anew, under a name of its own on its page. */
@Directive({ selector: 'input[appHalfTyped]', host: { '(input)': 'isTouched = true' } })
export class HalfTypedField {
  readonly name = input.required<string>({ alias: 'appHalfTyped' });
  protected isTouched: boolean;

  constructor() {
    const field = inject<ElementRef<HTMLInputElement>>(ElementRef).nativeElement;
    const halfTyped = inject(HalfTyped);
    // In a page that the server rendered somebody may have typed before the app ran.
    this.isTouched = field.value !== field.defaultValue;
    afterRenderEffect((onCleanup) => {
      onCleanup(halfTyped.follow(this.name(), field));
      // Who types already is ahead of what was there.
      if (!this.isTouched) halfTyped.restore(this.name(), field);
    });
  }
}
