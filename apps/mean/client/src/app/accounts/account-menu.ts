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

/** In the bar: a guest's way to an account, or the account's name with what belongs to it. */
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
  /** The menu is gone, and with it what may have had the focus: nobody is logged in any more. */
  readonly left = output();
  protected readonly testIds = testIds;
  readonly #session = inject(Session);
  readonly #live = inject(Live);
  protected readonly account = this.#session.account;
  /** The page to come back to after a log-in: the last one that wasn't for that itself. */
  protected readonly from = signal('/');
  private readonly menu = viewChild<ElementRef<HTMLDetailsElement>>('menu');

  constructor() {
    // For as long as there is a router: the bar stays.
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

  /** When something outside is chosen. A button that is clicked doesn't take the focus in every browser. */
  protected closeFor(target: EventTarget | null): void {
    if (target instanceof Node && !this.menu()?.nativeElement.contains(target)) this.close();
  }
}
