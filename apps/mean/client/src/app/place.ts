import { afterNextRender, DestroyRef, Directive, ElementRef, inject, input } from '@angular/core';
import { ScrollPlaces } from './places';

/** A box that back, forward and reload find scrolled to where it was left; `page` is the page as a whole. */
@Directive({ selector: '[appPlace]' })
export class Place {
  /** Its name, the only one of it on the page. */
  readonly appPlace = input.required<string>();

  constructor() {
    const places = inject(ScrollPlaces);
    const box: Element = inject(ElementRef).nativeElement;
    const destroyed = inject(DestroyRef);
    afterNextRender(() => {
      const name = this.appPlace();
      destroyed.onDestroy(places.follow(name, name === 'page' ? document.documentElement : box));
    });
  }
}
