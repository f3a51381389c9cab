import { Injectable, inject, RESPONSE_INIT } from '@angular/core';
import { Title } from '@angular/platform-browser';

@Injectable({ providedIn: 'root' })
export class PageTitle {
  readonly #title = inject(Title);
  /** The response, while the server renders. */
  readonly #response = inject(RESPONSE_INIT, { optional: true });

  /** @param unread number of unread messages */
  set(page: string, unread = 0): void {
    this.#title.setTitle(`${unread > 0 ? `(${unread}) ` : ''}${page} · MEAN`);
  }

  /** There is no such page: also sets the response's status. */
  setMissing(): void {
    this.set('Not found');
    if (this.#response) this.#response.status = 404;
  }
}
