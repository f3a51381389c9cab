import { inject } from '@angular/core';
import type { NavigationError } from '@angular/router';
import { sentences } from '@meteor-vs-mean/contract';
import { Live } from './live/live';

/** A page's code doesn't come: a new build has taken its place, or there is no connection. */
export function lostPage({ error, id, url }: NavigationError): void {
  const live = inject(Live);
  if (!live.isOnline()) live.notify(sentences.noPage);
  else if (id > 1) location.assign(url);
  else console.error(error); // a page that was loaded just now: to load it again wouldn't help
}
