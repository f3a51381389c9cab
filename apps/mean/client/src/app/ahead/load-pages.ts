import type { Routes } from '@angular/router';
import { savesData } from './saved-data';

/** The other pages' code comes when this page has all of its own: so it is there before it is asked for, or offline. */
export async function loadPages(routes: Routes): Promise<void> {
  if (savesData()) return;
  for (const { loadComponent } of routes) {
    try {
      await loadComponent?.();
    } catch {
      // Asked for again by who goes there.
    }
  }
}
