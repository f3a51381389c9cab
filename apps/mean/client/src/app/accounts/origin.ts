import { Location } from '@angular/common';
import { Injectable, inject } from '@angular/core';
import { Router } from '@angular/router';

/** The page to return to after a log-in or sign-up; links to those pages put it into the navigation's state. */
@Injectable()
export class Origin {
  readonly url: string = (inject(Location).getState() as { from?: string } | null)?.from ?? '/';
  readonly #router = inject(Router);

  /** Replaces the log-in page in the browser's history, so that Back doesn't lead to it. */
  async comeBack(): Promise<void> {
    await this.#router.navigateByUrl(this.url, { replaceUrl: true });
  }
}
