import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { Ahead } from './ahead/ahead';
import { loadPages } from './ahead/load-pages';
import { beginWithWorker } from './updates/service-worker';

/** In an injection context: starts features that aren't needed for the first page. */
export function begin(): void {
  inject(Ahead).begin();
  beginWithWorker();
  loadPages(inject(Router).config);
}
