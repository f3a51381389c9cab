import { ErrorHandler } from '@angular/core';
import { allowed } from './allowed';

const key = 'not as rendered';

/**
 * A server-rendered page that an extension, a proxy or a translator changed before the scripts ran. Angular reports
 * that and renders only half a page, so the tab reloads it and renders it without the server's markup.
 */
export class Mismatches extends ErrorHandler {
  override handleError(error: unknown): void {
    super.handleError(error);
    if (!/NG050[0-7]/.test(String(error)) || isKnown()) return;
    allowed(() => sessionStorage.setItem(key, 'yes'));
    if (isKnown()) location.reload();
  }
}

const isKnown = () => allowed(() => sessionStorage.getItem(key)) === 'yes';

/** Before the app starts: removes the server's markup in a tab in which it was changed before. */
export function dropMarkup(): void {
  if (!isKnown()) return;
  document.getElementById('ng-state')?.remove();
  document.querySelector('app-root')?.replaceChildren();
}
