import { afterRenderEffect, ElementRef, inject } from '@angular/core';

/**
 * In a component's injection context: moves the focus when the focused element disappears, with its row or the whole
 * page.
 * @param rendered reads what the component renders
 */
export function keepFocus(rendered: () => unknown, next: () => HTMLElement | null | undefined): void {
  const host: HTMLElement = inject(ElementRef).nativeElement;
  let focused: Element | null = null;
  host.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
  });
  afterRenderEffect(() => {
    rendered();
    const { activeElement, body } = document;
    if (host.contains(activeElement)) focused = activeElement; // perhaps focused before the scripts ran
    if (!focused || focused.isConnected) return;
    focused = null;
    if (activeElement === body) next()?.focus({ preventScroll: true });
  });
}
