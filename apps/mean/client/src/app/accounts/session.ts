import {
  computed,
  DestroyRef,
  Injectable,
  inject,
  makeStateKey,
  type Signal,
  signal,
  TransferState,
} from '@angular/core';
import { ContractError } from '@meteor-vs-mean/contract';
import { type Account, lastAccount } from './last-account';

export type { Account };

/** The timeout of a request. A server under load takes a while to hash a password. */
const timeout_ms = 20_000;

/** How long a request's result is reused. */
const fresh_ms = 5000;

/** The key of a server-rendered page's account. */
export const renderedAccount = makeStateKey<Account | null>('account');

/** Listens to changes of the account. */
interface SessionListener {
  /** Called before this page starts or ends a session, which waits for it: pending writes can still be sent. */
  leaving(): Promise<void>;
  /** The account has changed. */
  changed(): void;
}

/**
 * The account of this browser. The session's token is in a cookie that scripts can't read, so this class asks the
 * server.
 */
@Injectable({ providedIn: 'root' })
export class Session {
  /** null for a guest; undefined until known. A server-rendered page includes it. */
  readonly account: Signal<Account | null | undefined>;
  readonly isKnown: Signal<boolean>;
  /** The session ended elsewhere, and the user is still on the same page. */
  readonly hasEnded = signal(false);
  readonly #account = signal<Account | null | undefined>(
    inject(TransferState).get<Account | null | undefined>(renderedAccount, undefined),
    {
      equal: (a, b) =>
        a?.userId === b?.userId && a?.username === b?.username && (a === null) === (b === null),
    },
  );
  readonly #listeners: SessionListener[] = [];
  /** The browser's other pages share the cookie: they ask again when it changes here. */
  readonly #otherPages = new BroadcastChannel('session');
  #request: Promise<void> | undefined;
  /** When `#request` began, by the wall clock: a monotonic clock may stop while the computer sleeps. */
  #requested_ms = 0;
  /** The server wasn't reachable: assume the last known account. */
  #isAssumed = false;
  /** Requests run one at a time, so that a result for the old cookie can't arrive after one for the new. */
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    this.account = this.#account.asReadonly();
    this.isKnown = computed(() => this.#account() !== undefined);
    this.#otherPages.onmessage = () => void this.refresh().catch(() => {});
    inject(DestroyRef).onDestroy(() => this.#otherPages.close());
    void this.refresh().catch(() => {});
  }

  /** Adds a listener. */
  listen(listener: SessionListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Resolves with the account as soon as it is known.
   * @throws if the server isn't reachable
   */
  async known(): Promise<Account | null> {
    if (this.#account() === undefined || this.#isAssumed) await (this.#request ?? this.refresh());
    return this.#account() ?? null;
  }

  /**
   * Resolves after a request to the server, or at once after a recent one.
   * @throws if the server isn't reachable
   */
  recent(): Promise<void> {
    const isFresh = Date.now() - this.#requested_ms < fresh_ms;
    return (isFresh ? this.#request : undefined) ?? this.refresh();
  }

  /**
   * Asks the server for the account.
   * @throws if the server isn't reachable
   */
  refresh(): Promise<void> {
    const pending = this.#inTurn(async () => {
      try {
        const before = this.#account();
        const account = await request<Account | null>('GET', 'account');
        if (before && !account) this.hasEnded.set(true);
        this.#set(account);
      } catch (error) {
        this.#assume();
        throw error;
      }
    });
    this.#request = pending;
    this.#requested_ms = Date.now();
    pending.catch(() => {
      if (this.#request === pending) this.#request = undefined; // the next caller asks again
    });
    return pending;
  }

  /** @throws ContractError, like the other methods here; Error while offline */
  signUp(username: string, password: string): Promise<void> {
    return this.#begin('accounts', { username, password });
  }

  logIn(username: string, password: string): Promise<void> {
    return this.#begin('session', { username, password });
  }

  /** Does nothing if the session has already ended. */
  async logOut(): Promise<void> {
    try {
      await this.#end('session');
    } catch (error) {
      if (!(error instanceof ContractError) || error.code !== 'not-authorized') throw error;
      await this.refresh();
    }
  }

  /** Ends all sessions of the account, in other browsers as well. */
  logOutEverywhere(): Promise<void> {
    return this.#end('sessions');
  }

  /** Ends the account's other sessions. */
  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    await this.#inTurn(() => request('PUT', 'account/password', { oldPassword, newPassword }));
  }

  /** Deletes the account and its private data. */
  remove(password: string): Promise<void> {
    return this.#end('account', { password });
  }

  #begin(path: string, credentials: { username: string; password: string }): Promise<void> {
    return this.#change(async () => {
      await request<Account>('POST', path, credentials);
      const account = await request<Account | null>('GET', 'account');
      if (!account) throw new Error('Your browser blocks cookies: logging in needs them.');
      return account;
    });
  }

  #end(path: string, body?: object): Promise<void> {
    return this.#change(async () => {
      await request('DELETE', path, body);
      return null;
    });
  }

  #change(ask: () => Promise<Account | null>): Promise<void> {
    return this.#inTurn(async () => {
      for (const listener of this.#listeners) await listener.leaving();
      this.#set(await ask());
      this.#otherPages.postMessage('changed');
    });
  }

  /** Offline: assume the last known account. */
  #assume(): void {
    const last = lastAccount.get();
    if (this.#account() !== undefined || last === undefined) return;
    this.#isAssumed = true;
    this.#account.set(last);
  }

  #set(account: Account | null): void {
    const before = this.#account();
    this.#isAssumed = false;
    lastAccount.set(account);
    if (account) this.hasEnded.set(false);
    this.#account.set(account);
    if (before === undefined || this.#account() === before) return;
    for (const listener of this.#listeners) listener.changed();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** Without HttpClient, which the first page would have to load. */
async function request<Result>(method: string, path: string, body?: object): Promise<Result> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout_ms),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Error('There is no connection');
  }
  if (response.status === 204) return undefined as Result;
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw answer?.error
    ? new ContractError(answer.error.code, answer.error.message)
    : new Error(`The server answered with status ${response.status}`);
}
