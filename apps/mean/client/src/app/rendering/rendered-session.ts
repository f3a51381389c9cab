import { Injectable, inject, signal, TransferState } from '@angular/core';
import { type Account, renderedAccount, type Session } from '../accounts/session';
import { injectRendering } from './rendering';

/** The session of a server-rendered page, which doesn't change. */
@Injectable()
export class RenderedSession implements Pick<Session, 'account' | 'isKnown' | 'hasEnded' | 'known'> {
  readonly #account = injectRendering().account;
  readonly account = signal(this.#account).asReadonly();
  readonly isKnown = signal(true).asReadonly();
  readonly hasEnded = signal(false);

  constructor() {
    inject(TransferState).set(renderedAccount, this.#account);
  }

  async known(): Promise<Account | null> {
    return this.#account;
  }
}
