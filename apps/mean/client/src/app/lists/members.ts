import { Component, computed, type ElementRef, inject, input, signal, viewChild } from '@angular/core';
import { ContractError, testIds } from '@meteor-vs-mean/contract';
import { Session } from '../accounts/session';
import { keepFocus } from '../keep-focus';
import { Live } from '../live/live';
import type { Row } from '../live/overlay';
import { isReplayed } from '../replayed';

/** The members of a private list. Its owner shares it by name and removes members; members may leave. */
@Component({
  selector: 'section[appMembers]',
  templateUrl: './members.html',
  host: { class: 'members', 'aria-labelledby': 'members-title' },
})
export class Members {
  readonly list = input.required<Row<'lists'>>({ alias: 'appMembers' });
  protected readonly testIds = testIds;
  /** The error of the last attempt to share. */
  protected readonly error = signal<string | undefined>(undefined);
  readonly #live = inject(Live);
  readonly #account = inject(Session).account;
  protected readonly members = computed(() => this.list().members ?? []);
  protected readonly userId = computed(() => this.#account()?.userId);
  protected readonly isOwner = computed(() => this.list().owner === this.userId());
  private readonly name = viewChild<ElementRef<HTMLInputElement>>('name');

  constructor() {
    // The button that removes a member disappears with the row.
    keepFocus(this.members, () => this.name()?.nativeElement);
  }

  protected async share(event: Event, input: HTMLInputElement): Promise<void> {
    if (isReplayed(event)) return;
    const username = input.value.trim();
    this.error.set(undefined);
    try {
      if (!username) throw new Error('Type a name');
      await this.#live.call('lists.share', { _id: this.list()._id, username });
      if (input.value.trim() === username) input.value = '';
    } catch (error) {
      this.error.set(reasonOf(error as Error));
      input.focus();
    }
  }

  protected async unshare(username: string): Promise<void> {
    try {
      await this.#live.call('lists.unshare', { _id: this.list()._id, username });
    } catch (error) {
      this.#live.notify((error as Error).message);
    }
  }
}

/** An invalid account name is reported like an unknown one. */
function reasonOf(error: Error): string {
  const isUnknown =
    error instanceof ContractError && (error.code === 'not-found' || error.code === 'validation-error');
  return isUnknown ? 'There is no account with that name' : error.message;
}
