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
  /** One at most; another one for each time that something is told, so that a screen reader says it. */
  protected readonly notices = computed(() => {
    const text = this.live.notice();
    return text === undefined ? [] : [{ text }];
  });
  protected readonly kept = computed(() => this.live.kept().join('\n'));
  protected readonly connection = computed(() => (this.live.isOnline() ? 'online' : 'offline'));
  protected readonly router = inject(Router);
  /** Of the session, elsewhere. */
  protected readonly hasEnded = inject(Session).hasEnded;
  private readonly main = viewChild.required<ElementRef<HTMLElement>>('main');

  constructor() {
    const injector = inject(Injector);
    afterNextRender(async () => {
      await whenIdle();
      // Without a connection there is nothing to get ready, and nothing new.
      const later = await import('./later').catch(() => undefined);
      if (later) runInInjectionContext(injector, later.begin);
    });
    // For as long as there is a router.
    this.router.events.subscribe((event) => {
      if (!(event instanceof NavigationEnd) || event.id === 1) return;
      this.hasEnded.set(false);
      // Back and forward find the page where the browser left it.
      if (this.router.currentNavigation()?.trigger === 'imperative') scrollTo(0, 0);
      this.keepFocus();
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
    if (!isReplayed(event)) event.preventDefault();
    main.focus();
  }
}
