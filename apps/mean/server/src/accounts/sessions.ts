import { createHash, randomBytes } from 'node:crypto';
import { type LoginToken, limits, type User } from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';

/** A logged-in account. */
export interface Account {
  readonly userId: string;
  readonly username: string;
}

/** One log-in of an account. */
export interface Session {
  readonly account: Account;
  readonly hashedToken: string;
  /** When it started. */
  readonly when: Date;
}

export const sessionAge_ms = limits.session_days * 24 * 60 * 60 * 1000;

/** A new session: the client gets the token, and the account's document its hash. */
export function newToken(): { token: string; stored: LoginToken } {
  const token = randomBytes(32).toString('base64url');
  return { token, stored: { when: new Date(), hashedToken: hashedTokenOf(token) } };
}

/** As Meteor stores it: the hashes in the database can't be used to log in. */
export function hashedTokenOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** Sessions that started before this have expired. */
export function oldestStart(): Date {
  return new Date(Date.now() - sessionAge_ms);
}

/** @returns undefined if the session doesn't exist, has expired, or belongs to an account without a name */
export async function findSession(
  users: Collection<User>,
  hashedToken: string,
): Promise<Session | undefined> {
  const user = await users.findOne(
    { 'services.resume.loginTokens.hashedToken': hashedToken },
    { projection: { username: 1, 'services.resume.loginTokens.$': 1 } },
  );
  const when = user?.services?.resume?.loginTokens?.[0]?.when;
  if (!user || typeof user.username !== 'string' || !(when instanceof Date) || when < oldestStart()) {
    return undefined;
  }
  return { account: { userId: user._id, username: user.username }, hashedToken, when };
}
