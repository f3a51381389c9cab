import { inject } from '@angular/core';
import type { NavigationError } from '@angular/router';
import { sentences } from '@meteor-vs-mean/contract';
import { Live } from '../live/live';
import { ownBuild } from './own-build';

const key = 'lost-page';

/**
 * A page's code doesn't come: because a new build has taken its place, so the address is loaded anew, which brings that
 * one. Only once for a build; and not without a connection, which would leave nothing of the page that is open.
 */
export function lostPage({ error, url }: NavigationError): void {
  // All browsers call it so, each in other words.
  const isLost = /import/i.test(String((error as Error)?.message));
  const live = inject(Live);
  const build = ownBuild() ?? '';
  if (!isLost) {
    console.error(error);
  } else if (!live.isOnline() || sessionStorage.getItem(key) === build) {
    live.notify(sentences.noPage);
  } else {
    sessionStorage.setItem(key, build);
    location.assign(url);
  }
}
