import { afterNextRender, DestroyRef, Directive, ElementRef, inject, input } from '@angular/core';
import { allowed } from './allowed';

/** A field whose half-typed text stays in this tab when the field leaves the page, until the page shows it again. */
@Directive({ selector: '[appHalfTyped]' })
export class HalfTyped {
  /** The field's own name on its page. */
  readonly name = input.required<string>({ alias: 'appHalfTyped' });

  constructor() {
    const field: HTMLInputElement | HTMLTextAreaElement = inject(ElementRef).nativeElement;
    const destroyed = inject(DestroyRef);
    afterNextRender(() => {
      const key = `half typed ${location.pathname} ${this.name()}`;
      // What was typed before the scripts came is newer.
      field.value ||= allowed(() => sessionStorage.getItem(key)) ?? '';
      const keep = () =>
        allowed(() =>
          field.value ? sessionStorage.setItem(key, field.value) : sessionStorage.removeItem(key),
        );
      addEventListener('pagehide', keep);
      destroyed.onDestroy(() => {
        keep();
        removeEventListener('pagehide', keep);
      });
    });
  }
}
