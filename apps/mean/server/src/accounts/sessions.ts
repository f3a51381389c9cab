import { createHash, randomBytes } from 'node:crypto';
import { type LoginToken, limits, type User } from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';

/** Who is logged in. */
export interface Account {
  readonly userId: string;
  readonly username: string;
}

/** One log-in of an account, and what it lasts for. */
export interface Session {
  readonly account: Account;
  readonly hashedToken: string;
  /** When it was begun. */
  readonly when: Date;
}

export const sessionAge_ms = limits.session_days * 24 * 60 * 60 * 1000;

/** The start of a session: the client keeps the token, and the account's document what is made of it. */
export function newToken(): { token: string; stored: LoginToken } {
  const token = randomBytes(32).toString('base64url');
  return { token, stored: { when: new Date(), hashedToken: hashedTokenOf(token) } };
}

/** As Meteor stores it: who reads the database can't log in by what they find there. */
export function hashedTokenOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** Sessions that began before this are over. */
export function oldestStart(): Date {
  return new Date(Date.now() - sessionAge_ms);
}

/** @returns undefined if it isn't a session, isn't one any more, or is one of an account without a name */
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
