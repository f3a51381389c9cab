import { inject } from '@angular/core';
import { Ahead } from './ahead/ahead';
import { Updates } from './updates/updates';

/** In an injection context: begins what a page can do without until it is there. */
export function begin(): void {
  inject(Updates).begin();
  inject(Ahead).begin();
}
