import { Component, inject, signal } from '@angular/core';
import { FormField, FormRoot, form } from '@angular/forms/signals';
import { RouterLink } from '@angular/router';
import { testIds } from '@meteor-vs-mean/contract';
import { PageTitle } from '../page-title';
import { Field } from './field';
import { FormError } from './form-error';
import { Origin } from './origin';
import { filled } from './rules';
import { Session } from './session';
import { Submission } from './submission';

/** The log-in form. */
@Component({
  selector: 'app-log-in',
  imports: [Field, FormError, FormField, FormRoot, RouterLink],
  providers: [Origin],
  templateUrl: './log-in.html',
})
export class LogIn {
  protected readonly testIds = testIds;
  protected readonly origin = inject(Origin);
  readonly #session = inject(Session);
  readonly #model = signal({ username: '', password: '' });
  protected readonly submission = new Submission<{ username: string; password: string }>(
    async ({ username, password }) => {
      await this.#session.logIn(username.trim(), password);
      await this.origin.comeBack();
    },
    { '403': { message: 'Wrong name or password' } },
  );
  protected readonly form = form(
    this.#model,
    (path) => {
      filled(path.username, 'Type your name');
      filled(path.password, 'Type your password');
    },
    { name: 'log-in', submission: this.submission },
  );

  constructor() {
    inject(PageTitle).set('Log in');
  }
}
