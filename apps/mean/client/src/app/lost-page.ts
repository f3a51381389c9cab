import { inject } from '@angular/core';
import type { NavigationError } from '@angular/router';
import { sentences } from '@meteor-vs-mean/contract';
import { Live } from './live/live';

/** A page's code can't be loaded: there is a new build, or the browser is offline. */
export function lostPage({ error, id, url }: NavigationError): void {
  const live = inject(Live);
  if (!live.isOnline()) live.notify(sentences.noPage);
  else if (id > 1) location.assign(url);
  else console.error(error); // reloading a page that was just loaded wouldn't help
}
