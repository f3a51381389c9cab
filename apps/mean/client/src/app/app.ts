import { Component, computed, type ElementRef, inject, viewChild } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { NavigationEnd, Router, RouterLink, RouterOutlet } from '@angular/router';
import { testIds } from '@meteor-vs-mean/contract';
import { AccountMenu } from './account/account-menu';
import { Live } from './live/live';
import { Notice } from './notice';

@Component({
  selector: 'app-root',
  imports: [AccountMenu, Notice, RouterLink, RouterOutlet],
  templateUrl: './app.html',
})
export class App {
  protected readonly testIds = testIds;
  protected readonly live = inject(Live);
  protected readonly connection = computed(() => (this.live.isOnline() ? 'online' : 'offline'));
  private readonly main = viewChild.required<ElementRef<HTMLElement>>('main');

  constructor() {
    inject(Router)
      .events.pipe(takeUntilDestroyed())
      .subscribe((event) => {
        if (event instanceof NavigationEnd && event.id > 1) this.keepFocus();
      });
  }

  /** A link that was followed is often gone with its page: the keyboard goes on from the new page's start. */
  protected keepFocus(): void {
    if (document.activeElement === document.body) {
      this.main().nativeElement.focus({ preventScroll: true });
    }
  }

  /** Not by the address: on a list the hash is the filter. */
  protected skip(event: Event, main: HTMLElement): void {
    event.preventDefault();
    main.focus();
  }
}
