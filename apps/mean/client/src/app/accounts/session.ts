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

/** How long an answer is waited for. A server under load takes a while to hash a password. */
const patience_ms = 20_000;

/** For how long an answer is taken for true by whoever comes after it. */
const fresh_ms = 5000;

/** Under this key the account that a page was rendered for comes with it. */
export const renderedAccount = makeStateKey<Account | null>('account');

/** Whoever works for an account, and must not go on when it is another's turn. */
interface SessionListener {
  /** Called before a session begins or ends here, which waits for it: what was done may still go out. */
  leaving(): Promise<void>;
  /** Somebody else is logged in now, or nobody. */
  changed(): void;
}

/**
 * Who is logged in in this browser. The session's token is in a cookie that no script can read: so it is the server
 * that knows, and this asks it.
 */
@Injectable({ providedIn: 'root' })
export class Session {
  /** null for a guest; undefined until the server has said so: a page that it rendered comes with it. */
  readonly account: Signal<Account | null | undefined>;
  readonly isKnown: Signal<boolean>;
  /** The session ended elsewhere, and the person hasn't gone to another page since. */
  readonly hasEnded = signal(false);
  readonly #account = signal<Account | null | undefined>(
    inject(TransferState).get<Account | null | undefined>(renderedAccount, undefined),
    {
      equal: (a, b) =>
        a?.userId === b?.userId && a?.username === b?.username && (a === null) === (b === null),
    },
  );
  readonly #listeners: SessionListener[] = [];
  /** The other pages of this browser have the same cookie: they ask anew when it changes here. */
  readonly #otherPages = new BroadcastChannel('session');
  #asking: Promise<void> | undefined;
  /** When `#asking` began. A clock that stands still while the computer sleeps wouldn't do. */
  #asked_ms = 0;
  /** The server couldn't be asked: it is taken to be whoever it was last. */
  #isAssumed = false;
  /** Requests go one by one: an answer about the old cookie must not come after one about the new. */
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    this.account = this.#account.asReadonly();
    this.isKnown = computed(() => this.#account() !== undefined);
    this.#otherPages.onmessage = () => void this.refresh().catch(() => {});
    inject(DestroyRef).onDestroy(() => this.#otherPages.close());
    void this.refresh().catch(() => {});
  }

  /** Tells a listener of every change from now on. */
  listen(listener: SessionListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Who is logged in, as soon as that is known.
   * @throws if the server can't be asked
   */
  async known(): Promise<Account | null> {
    if (this.#account() === undefined || this.#isAssumed) await (this.#asking ?? this.refresh());
    return this.#account() ?? null;
  }

  /**
   * Resolves when the server has been asked: just now, or a moment ago.
   * @throws if it can't be
   */
  asked(): Promise<void> {
    const isFresh = Date.now() - this.#asked_ms < fresh_ms;
    return (isFresh ? this.#asking : undefined) ?? this.refresh();
  }

  /**
   * Asks the server who is logged in.
   * @throws if it can't be asked
   */
  refresh(): Promise<void> {
    const asking = this.#inTurn(async () => {
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
    this.#asking = asking;
    this.#asked_ms = Date.now();
    asking.catch(() => {
      if (this.#asking === asking) this.#asking = undefined; // who needs it asks again
    });
    return asking;
  }

  /** @throws ContractError as all the others here; Error without a connection */
  signUp(username: string, password: string): Promise<void> {
    return this.#begin('accounts', { username, password });
  }

  logIn(username: string, password: string): Promise<void> {
    return this.#begin('session', { username, password });
  }

  /** Nothing to do if the session has ended already. */
  async logOut(): Promise<void> {
    try {
      await this.#end('session');
    } catch (error) {
      if (!(error instanceof ContractError) || error.code !== 'not-authorized') throw error;
      await this.refresh();
    }
  }

  /** Ends all sessions of the account, in other browsers too. */
  logOutEverywhere(): Promise<void> {
    return this.#end('sessions');
  }

  /** Ends the account's other sessions. */
  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    await this.#inTurn(() => request('PUT', 'account/password', { oldPassword, newPassword }));
  }

  /** Deletes the account and what is its own. */
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

  /** Without a connection a page shows what was typed before by the same one. */
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

/** Small enough without HttpClient, which the first page would have to load. */
async function request<Result>(method: string, path: string, body?: object): Promise<Result> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      cache: 'no-store',
      signal: AbortSignal.timeout(patience_ms),
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
