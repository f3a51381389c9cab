import type { Routes } from '@angular/router';
import { savesData } from './saved-data';

/** Loads the other pages' code after this page's, so that it is there in time and offline. */
export function loadPages(routes: Routes): void {
  if (savesData()) return;
  for (const { loadComponent } of routes) {
    // Navigation loads a missing page again.
    void Promise.resolve(loadComponent?.()).catch(() => {});
  }
}
