import { createHash } from 'node:crypto';
import type { Transport } from '@meteor-vs-mean/pubsub-client';
import type { Peer } from '../peer.ts';
import type { Fields } from '../wire.ts';

/** A session of an account. */
export interface Session {
  userId: string;
  /** As typed when the account was made. */
  username: string;
  /** The browser's secret, which identifies the account. */
  token: string;
}

/**
 * The operations on accounts. Each call behaves like a separate browser.
 * All throw PubSubError with the server's code.
 */
export interface Accounts {
  /**
   * Makes an account and its first session.
   * @param extra fields in the same object that no page sends
   */
  signUp(username: string, password: string, extra?: Fields): Promise<Session>;
  logIn(username: string, password: string): Promise<Session>;
  /** @param peer a connection of that session, for stacks that use connections */
  logOut(session: Session, peer?: Peer): Promise<void>;
  logOutEverywhere(session: Session): Promise<void>;
  changePassword(session: Session, oldPassword: string, newPassword: string): Promise<void>;
  /** Deletes the account. */
  remove(session: Session, password: string): Promise<void>;
  /** @returns the account id for a token; undefined for a guest */
  whoIs(token: string): Promise<string | undefined>;
}

/** The app, and a callback for secrets. */
export interface AccountsOptions {
  url: string;
  transport: Transport;
  /** Called with each password, digest and token. */
  keepSecret(secret: string): void;
  /** The local address to connect from. Default: a new one each time, where the machine has several. */
  address?: string;
}

/** The digest that Meteor's client sends instead of a password, and that both apps hash: hexadecimal. */
export function digestOf(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}

/** The stored form of a token. */
export function storedForm(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
