import { z } from 'zod';
import { anyCase } from './account-names.ts';
import type { Index } from './define.ts';
import { username } from './fields.ts';
import { limits } from './limits.ts';

/**
 * An account, as Meteor's accounts packages keep it in the collection `users`: both apps read and write these documents,
 * so who signs up in one app logs in to the other.
 *
 * A password is stored as argon2id (`argon2`, cost below) of the hexadecimal SHA-256 digest of its UTF-8 text, because
 * that digest is all that Meteor's client sends. A session's token is stored as the base64 SHA-256 digest of its text.
 *
 * A deleted account takes its private lists with their todos, its sessions and its places on others' lists with it. Its
 * messages stay, without its id and under another name (`deletedAccount`). Public lists that it made stay: they were
 * nobody's.
 */
export interface User {
  _id: string;
  createdAt: Date;
  username: string;
  services?: {
    password?: { argon2?: string; bcrypt?: string };
    resume?: { loginTokens?: LoginToken[] };
  };
}

/** One session. It ends `limits.session_days` after `when`, or when it is taken out of the document. */
export interface LoginToken {
  when: Date;
  hashedToken: string;
}

/** What argon2id costs, on both: the defaults of Meteor's accounts-password, which are OWASP's. */
export const argon2Cost = { timeCost: 2, memoryCost_KiB: 19_456, parallelism: 1 } as const;

export const password = z.string().min(limits.password.least).max(limits.password.most);

/** What somebody types who signs up. */
export const signUp = z.strictObject({ username, password });
/** What somebody types who logs in. A name or password that can't be right is a wrong one, not a malformed one. */
export const logIn = z.strictObject({ username: z.string().max(256), password: z.string().max(256) });
export const changePassword = z.strictObject({ oldPassword: z.string().max(256), newPassword: password });
/** Who deletes an account must know its password, though they are logged in. */
export const removeAccount = z.strictObject({ password: z.string().max(256) });

/** Of the collection `users`, beside `username_1` and the others that Meteor makes. The second is Meteor's own. */
export const userIndexes: Index[] = [
  { keys: { username: 1 }, name: 'username_any_case', unique: true, sparse: true, collation: anyCase },
  { keys: { 'services.resume.loginTokens.hashedToken': 1 }, unique: true, sparse: true },
];
