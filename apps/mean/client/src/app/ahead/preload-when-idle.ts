import { isPlatformBrowser } from '@angular/common';
import { Injectable, inject, PLATFORM_ID } from '@angular/core';
import type { PreloadingStrategy, Route } from '@angular/router';
import { catchError, defer, EMPTY, from, mergeMap, type Observable } from 'rxjs';
import { whenIdle } from '../idle';
import { savesData } from './saved-data';

/** The other pages' code comes when this page has all of its own: so it is there before it is asked for, or offline. */
@Injectable({ providedIn: 'root' })
export class PreloadWhenIdle implements PreloadingStrategy {
  readonly #isInBrowser = isPlatformBrowser(inject(PLATFORM_ID));

  preload(_route: Route, load: () => Observable<unknown>): Observable<unknown> {
    return defer(() => (this.#isInBrowser && !savesData() ? from(whenIdle()) : EMPTY)).pipe(
      mergeMap(load),
      catchError(() => EMPTY), // asked for again by who goes there
    );
  }
}
