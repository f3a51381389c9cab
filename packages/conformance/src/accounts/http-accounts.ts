import { PubSubError } from '@meteor-vs-mean/pubsub-client';
import type { Fields } from '../wire.ts';
import { type Accounts, type AccountsOptions, digestOf, type Session } from './accounts.ts';
import { ask, freshAddress, type HttpAnswer } from './http-request.ts';

/** MEAN's session cookie. */
export const cookieName = 'mean_session';

/** @returns a header */
export function cookieOf(token: string): Record<string, string> {
  return { Cookie: `${cookieName}=${token}` };
}

/** MEAN's accounts: HTTP, with the session in a cookie. */
export class HttpAccounts implements Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  signUp(username: string, password: string, extra: Fields = {}): Promise<Session> {
    this.#keep(password);
    return this.#begin('/api/accounts', { username, password, ...extra });
  }

  logIn(username: string, password: string): Promise<Session> {
    this.#keep(password);
    return this.#begin('/api/session', { username, password });
  }

  async logOut({ token }: Session): Promise<void> {
    await this.#ask('DELETE', '/api/session', { token });
  }

  async logOutEverywhere({ token }: Session): Promise<void> {
    await this.#ask('DELETE', '/api/sessions', { token });
  }

  async changePassword({ token }: Session, oldPassword: string, newPassword: string): Promise<void> {
    this.#keep(oldPassword, newPassword);
    await this.#ask('PUT', '/api/account/password', { token, body: { oldPassword, newPassword } });
  }

  async remove({ token }: Session, password: string): Promise<void> {
    this.#keep(password);
    await this.#ask('DELETE', '/api/account', { token, body: { password } });
  }

  async whoIs(token: string): Promise<string | undefined> {
    const { text } = await this.#ask('GET', '/api/account', { token });
    return (JSON.parse(text) as { userId: string } | null)?.userId;
  }

  /** A request that starts a session. */
  async #begin(path: string, body: Fields): Promise<Session> {
    const { text, headers } = await this.#ask('POST', path, { body });
    const token = tokenIn(headers['set-cookie']);
    if (token === undefined) throw new Error(`POST ${path} was answered without the cookie ${cookieName}`);
    this.#options.keepSecret(token);
    const { userId, username } = JSON.parse(text);
    return { userId, username, token };
  }

  async #ask(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: Fields },
  ): Promise<HttpAnswer> {
    const { url, address = freshAddress() } = this.#options;
    const headers = token === undefined ? {} : cookieOf(token);
    const answer = await ask(`${url}${path}`, { method, headers, body, address });
    if (answer.status >= 400) throw refusalIn(answer, `${method} ${path}`);
    return answer;
  }

  #keep(...passwords: string[]): void {
    for (const password of passwords) {
      this.#options.keepSecret(password);
      this.#options.keepSecret(digestOf(String(password)));
    }
  }
}

/** Throws the server's error. */
function refusalIn({ status, text }: HttpAnswer, what: string): Error {
  try {
    const { code, message } = JSON.parse(text).error;
    return new PubSubError(code, message);
  } catch {
    return new Error(
      `${what} was answered ${status}, without {error: {code, message}}: ${text.slice(0, 200)}`,
    );
  }
}

/** The session's token from a response's cookies. */
function tokenIn(setCookie: readonly string[] = []): string | undefined {
  const values = setCookie.map((cookie) => cookie.split(';')[0] ?? '');
  return values.find((value) => value.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}
