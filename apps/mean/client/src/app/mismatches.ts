import { ErrorHandler } from '@angular/core';
import { allowed } from './allowed';

const key = 'not as rendered';

/**
 * A page that isn't as the server rendered it, because an extension, a proxy or a translator changed it before the
 * scripts came: Angular reports that and leaves half a page. So the tab loads it again, and draws it without that markup.
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

/** Before the app begins: takes what the server rendered out of a tab in which that was changed once. */
export function dropMarkup(): void {
  if (!isKnown()) return;
  document.getElementById('ng-state')?.remove();
  document.querySelector('app-root')?.replaceChildren();
}
