import { createHash } from 'node:crypto';
import type { Transport } from '@meteor-vs-mean/pubsub-client';
import type { Peer } from '../peer.ts';
import type { Fields } from '../wire.ts';

/** A session of an account. */
export interface Session {
  userId: string;
  /** As it was typed when the account was made. */
  username: string;
  /** What the browser keeps, and shows to be taken for the account. */
  token: string;
}

/**
 * What an app offers to those who have an account, or want one. Each call comes as if from a browser of its own.
 * All throw PubSubError with the server's code.
 */
export interface Accounts {
  /**
   * Makes an account, and a session of it.
   * @param extra what no page sends, in the same object
   */
  signUp(username: string, password: string, extra?: Fields): Promise<Session>;
  logIn(username: string, password: string): Promise<Session>;
  /** @param peer of that session: it does it on its own connection, where connections can do that */
  logOut(session: Session, peer?: Peer): Promise<void>;
  logOutEverywhere(session: Session): Promise<void>;
  changePassword(session: Session, oldPassword: string, newPassword: string): Promise<void>;
  /** Deletes the account. */
  remove(session: Session, password: string): Promise<void>;
  /** @returns the id of the account that the token is taken for; undefined if it is a guest's */
  whoIs(token: string): Promise<string | undefined>;
}

/** Where an app is, and what is done with what nobody else may learn. */
export interface AccountsOptions {
  url: string;
  transport: Transport;
  /** Called with each password, digest and token. */
  keepSecret(secret: string): void;
  /** Of this machine, to come from. Default: another one each time, where the machine has several. */
  address?: string;
}

/** What Meteor's client sends in a password's place, and what both apps hash: in hexadecimal digits. */
export function digestOf(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}

/** How a token is stored. */
export function storedForm(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
