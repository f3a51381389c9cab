import {
  afterRenderEffect,
  Component,
  type ElementRef,
  inject,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { NavigationEnd, Router, RouterLink } from '@angular/router';
import { testIds } from '@meteor-vs-mean/contract';
import { Live } from '../live/live';
import { Session } from './session';

/** In the bar: a guest's links to log in and sign up, or the account's menu. */
@Component({
  selector: 'app-account-menu',
  imports: [RouterLink],
  templateUrl: './account-menu.html',
  host: {
    '(document:click)': 'closeFor($event.target)',
    '(focusout)': 'closeFor($event.relatedTarget)',
  },
})
export class AccountMenu {
  /** Nobody is logged in any more, so the menu is gone, and with it perhaps the focus. */
  readonly left = output();
  protected readonly testIds = testIds;
  readonly #session = inject(Session);
  readonly #live = inject(Live);
  protected readonly account = this.#session.account;
  /** The page to return to after a log-in: the last one that isn't a log-in page. */
  protected readonly from = signal('/');
  private readonly menu = viewChild<ElementRef<HTMLDetailsElement>>('menu');

  constructor() {
    // Never unsubscribed: the bar stays as long as the router.
    inject(Router).events.subscribe((event) => {
      if (!(event instanceof NavigationEnd)) return;
      const { urlAfterRedirects: url } = event;
      if (url !== '/login' && url !== '/signup') this.from.set(url);
    });
    let wasLoggedIn = false;
    afterRenderEffect(() => {
      const isLoggedIn = Boolean(this.account());
      if (wasLoggedIn && !isLoggedIn) this.left.emit();
      wasLoggedIn = isLoggedIn;
    });
  }

  protected async logOut(): Promise<void> {
    this.close();
    try {
      await this.#session.logOut();
    } catch (error) {
      this.#live.notify((error as Error).message);
    }
  }

  protected close(): void {
    this.menu()?.nativeElement.removeAttribute('open');
  }

  protected closeByKey(): void {
    this.close();
    this.menu()?.nativeElement.querySelector('summary')?.focus();
  }

  /** Closes on a click outside. Not by focus: in some browsers a clicked button doesn't get the focus. */
  protected closeFor(target: EventTarget | null): void {
    if (target instanceof Node && !this.menu()?.nativeElement.contains(target)) this.close();
  }
}
