import { type Client, connect, PubSubError } from '@meteor-vs-mean/pubsub-client';
import type { Peer } from '../peer.ts';
import type { Fields } from '../wire.ts';
import { type Accounts, type AccountsOptions, digestOf, type Session } from './accounts.ts';

/** The results of `createUser` and `login`. */
interface LoggedIn {
  id: string;
  token: string;
}

/** Meteor's accounts: methods of its packages, and one of the app. */
export class DdpAccounts implements Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  signUp(username: string, password: string, extra: Fields = {}): Promise<Session> {
    return this.#begin(username, 'createUser', { username, password: this.#digest(password), ...extra });
  }

  logIn(username: string, password: string): Promise<Session> {
    return this.#begin(username, 'login', { user: { username }, password: this.#digest(password) });
  }

  async logOut(session: Session, peer?: Peer): Promise<void> {
    if (peer) await peer.client.call('logout');
    else await this.#as(session, (client) => client.call('logout'));
  }

  async logOutEverywhere(session: Session): Promise<void> {
    await this.#as(session, (client) => client.call('logoutAllClients'));
  }

  async changePassword(session: Session, oldPassword: string, newPassword: string): Promise<void> {
    const digests = [oldPassword, newPassword].map((password) => this.#digest(password));
    await this.#as(session, (client) => client.call('changePassword', ...digests));
  }

  async remove(session: Session, password: string): Promise<void> {
    const input = { password: this.#digest(password) };
    await this.#as(session, (client) => client.call('accounts.remove', input));
  }

  whoIs(token: string): Promise<string | undefined> {
    return this.#once((client) => resume(client, token));
  }

  /** Calls a method that starts a session. */
  async #begin(username: string, method: string, input: Fields): Promise<Session> {
    const { id, token } = await this.#once(async (client) => (await client.call(method, input)) as LoggedIn);
    this.#options.keepSecret(token);
    return { userId: id, username, token };
  }

  #as<Result>(session: Session, run: (client: Client) => Promise<Result>): Promise<Result> {
    return this.#once(async (client) => {
      await client.call('login', { resume: session.token });
      return run(client);
    });
  }

  async #once<Result>(run: (client: Client) => Promise<Result>): Promise<Result> {
    const { url, transport } = this.#options;
    const client = await connect({ url, transport, timeout_ms: 30_000 });
    try {
      return await run(client);
    } finally {
      await client.close();
    }
  }

  #digest(password: string): Fields {
    const digest = digestOf(password);
    for (const secret of [password, digest]) this.#options.keepSecret(secret);
    return { digest, algorithm: 'sha-256' };
  }
}

/** Logs a connection in. @returns the account's id; undefined if the session has ended, for a guest's connection */
export async function resume(client: Client, token: string): Promise<string | undefined> {
  try {
    return ((await client.call('login', { resume: token })) as LoggedIn).id;
  } catch (error) {
    if (error instanceof PubSubError && error.code === '403') return undefined;
    throw error;
  }
}
