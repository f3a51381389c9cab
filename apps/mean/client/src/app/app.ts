import {
  afterNextRender,
  Component,
  computed,
  type ElementRef,
  Injector,
  inject,
  runInInjectionContext,
  viewChild,
} from '@angular/core';
import { NavigationEnd, Router, RouterLink, RouterOutlet } from '@angular/router';
import { testIds } from '@meteor-vs-mean/contract';
import { AccountMenu } from './accounts/account-menu';
import { Session } from './accounts/session';
import { whenIdle } from './idle';
import { Live } from './live/live';
import { Notice } from './notice';
import { isReplayed } from './replayed';

@Component({
  selector: 'app-root',
  imports: [AccountMenu, Notice, RouterLink, RouterOutlet],
  templateUrl: './app.html',
})
export class App {
  protected readonly testIds = testIds;
  protected readonly live = inject(Live);
  /** At most one; a repeated message replaces it, so that a screen reader reads it again. */
  protected readonly notices = computed(() => {
    const text = this.live.notice();
    return text === undefined ? [] : [{ text }];
  });
  protected readonly kept = computed(() => this.live.kept().join('\n'));
  protected readonly connection = computed(() => (this.live.isOnline() ? 'online' : 'offline'));
  protected readonly router = inject(Router);
  /** Whether the session ended elsewhere. */
  protected readonly hasEnded = inject(Session).hasEnded;
  private readonly main = viewChild.required<ElementRef<HTMLElement>>('main');

  constructor() {
    const injector = inject(Injector);
    afterNextRender(async () => {
      await whenIdle();
      // Offline there is nothing to load or update.
      const later = await import('./later').catch(() => undefined);
      if (later) runInInjectionContext(injector, later.begin);
    });
    // Never unsubscribed: this component lives as long as the router.
    this.router.events.subscribe((event) => {
      if (!(event instanceof NavigationEnd) || event.id === 1) return;
      this.hasEnded.set(false);
      // Back and forward restore the browser's scroll position.
      if (this.router.currentNavigation()?.trigger === 'imperative') scrollTo(0, 0);
      this.keepFocus();
    });
  }

  /** The followed link is often gone with its page, so the focus moves to the start of the new page. */
  protected keepFocus(): void {
    if (document.activeElement === document.body) {
      this.main().nativeElement.focus({ preventScroll: true });
    }
  }

  /** Not by the URL's hash, which is the filter on a list's page. */
  protected skip(event: Event, main: HTMLElement): void {
    if (!isReplayed(event)) event.preventDefault();
    main.focus();
  }
}
