import { Component, effect, inject, signal } from '@angular/core';
import { FormField, FormRoot, form } from '@angular/forms/signals';
import { Router } from '@angular/router';
import { testIds } from '@meteor-vs-mean/contract';
import { Live } from '../live/live';
import { PageTitle } from '../page-title';
import { Field } from './field';
import { FormError } from './form-error';
import { filled, newPassword, passwordHint } from './rules';
import { Session } from './session';
import { Submission } from './submission';

interface Passwords {
  oldPassword: string;
  newPassword: string;
}

/** The user's own account: password, sessions, deletion. */
@Component({
  selector: 'app-account',
  imports: [Field, FormError, FormField, FormRoot],
  templateUrl: './account.html',
})
export class AccountPage {
  protected readonly testIds = testIds;
  protected readonly passwordHint = passwordHint;
  /** Shown once the password has changed. */
  protected readonly isChanged = signal(false);
  readonly #session = inject(Session);
  readonly #live = inject(Live);
  readonly #router = inject(Router);
  protected readonly account = this.#session.account;

  protected readonly change = new Submission<Passwords>(
    async ({ oldPassword, newPassword }) => {
      this.isChanged.set(false);
      await this.#session.changePassword(oldPassword, newPassword);
      this.isChanged.set(true);
      this.change.isTried.set(false);
      this.changeForm().reset({ oldPassword: '', newPassword: '' });
    },
    { '403': { field: (form) => form.oldPassword, message: 'Wrong password' } },
  );
  protected readonly changeForm = form(
    signal<Passwords>({ oldPassword: '', newPassword: '' }),
    (path) => {
      filled(path.oldPassword, 'Type your password');
      newPassword(path.newPassword);
    },
    { name: 'change', submission: this.change },
  );

  protected readonly removal = new Submission<{ password: string }>(
    ({ password }) => this.#session.remove(password),
    { '403': { field: (form) => form.password, message: 'Wrong password' } },
  );
  protected readonly removalForm = form(
    signal({ password: '' }),
    (path) => filled(path.password, 'Type your password'),
    { name: 'removal', submission: this.removal },
  );

  constructor() {
    inject(PageTitle).set('Account');
    // However the session ends, leave this page.
    effect(() => {
      if (this.account() === null) void this.#router.navigateByUrl('/login', { replaceUrl: true });
    });
  }

  protected async logOutEverywhere(): Promise<void> {
    try {
      await this.#session.logOutEverywhere();
    } catch (error) {
      this.#live.notify((error as Error).message);
    }
  }
}
