import { Location } from '@angular/common';
import { Injectable, inject } from '@angular/core';
import { Router } from '@angular/router';

/** Where somebody came from who logs in or signs up. Whoever sends them there leaves it in the navigation's state. */
@Injectable()
export class Origin {
  readonly url: string = (inject(Location).getState() as { from?: string } | null)?.from ?? '/';
  readonly #router = inject(Router);

  /** The page for logging in leaves the browser's history: going back from there doesn't lead to it. */
  async comeBack(): Promise<void> {
    await this.#router.navigateByUrl(this.url, { replaceUrl: true });
  }
}
