import { Component, inject, signal } from '@angular/core';
import { FormField, FormRoot, form } from '@angular/forms/signals';
import { RouterLink } from '@angular/router';
import { testIds } from '@meteor-vs-mean/contract';
import { PageTitle } from '../page-title';
import { Field } from './field';
import { FormError } from './form-error';
import { Origin } from './origin';
import { newPassword, newUsername, passwordHint, usernameHint } from './rules';
import { Session } from './session';
import { type Refusal, Submission } from './submission';

interface Model {
  username: string;
  password: string;
}

const taken: Refusal<Model> = {
  field: (form) => form.username,
  message: 'That name is taken',
};

/** The sign-up form, which also starts the first session. */
@Component({
  selector: 'app-sign-up',
  imports: [Field, FormError, FormField, FormRoot, RouterLink],
  providers: [Origin],
  templateUrl: './sign-up.html',
})
export class SignUp {
  protected readonly testIds = testIds;
  protected readonly usernameHint = usernameHint;
  protected readonly passwordHint = passwordHint;
  protected readonly origin = inject(Origin);
  readonly #session = inject(Session);
  readonly #model = signal<Model>({ username: '', password: '' });
  protected readonly submission = new Submission<Model>(
    async ({ username, password }) => {
      await this.#session.signUp(username.trim(), password);
      await this.origin.comeBack();
    },
    { '403': taken, 'name-taken': taken },
  );
  protected readonly form = form(
    this.#model,
    (path) => {
      newUsername(path.username);
      newPassword(path.password);
    },
    { name: 'sign-up', submission: this.submission },
  );

  constructor() {
    inject(PageTitle).set('Sign up');
  }
}
