import { Injectable, inject } from '@angular/core';
import { Title } from '@angular/platform-browser';

@Injectable({ providedIn: 'root' })
export class PageTitle {
  readonly #title = inject(Title);

  /** @param unread how many messages nobody has looked at yet */
  set(page: string, unread = 0): void {
    this.#title.setTitle(`${unread > 0 ? `(${unread}) ` : ''}${page} · MEAN`);
  }
}
