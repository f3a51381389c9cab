import type { Routes } from '@angular/router';
import { savesData } from './saved-data';

/** The other pages' code comes when this page has all of its own: so it is there before it is asked for, or offline. */
export function loadPages(routes: Routes): void {
  if (savesData()) return;
  for (const { loadComponent } of routes) {
    // What doesn't come is asked for again by who goes there.
    void Promise.resolve(loadComponent?.()).catch(() => {});
  }
}
