import { afterNextRender, DestroyRef, Directive, ElementRef, inject, input } from '@angular/core';
import { allowed } from './allowed';

/** A field whose unsent text is kept in this tab while the field isn't on the page. */
@Directive({ selector: '[appHalfTyped]' })
export class HalfTyped {
  /** The field's name, unique on its page. */
  readonly name = input.required<string>({ alias: 'appHalfTyped' });

  constructor() {
    const field: HTMLInputElement | HTMLTextAreaElement = inject(ElementRef).nativeElement;
    const destroyed = inject(DestroyRef);
    afterNextRender(() => {
      const key = `half typed ${location.pathname} ${this.name()}`;
      // Text that was typed before the scripts ran is newer.
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
