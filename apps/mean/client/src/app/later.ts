import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { Ahead } from './ahead/ahead';
import { loadPages } from './ahead/load-pages';
import { beginWithWorker } from './updates/service-worker';

/** In an injection context: begins what a page can do without until it is there. */
export function begin(): void {
  inject(Ahead).begin();
  beginWithWorker();
  loadPages(inject(Router).config);
}
