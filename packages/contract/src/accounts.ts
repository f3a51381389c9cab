import { z } from 'zod';
import { anyCase } from './account-names.ts';
import type { Index } from './define.ts';
import { username } from './fields.ts';
import { limits } from './limits.ts';

/**
 * An account, as Meteor's accounts packages store it in the collection `users`. Both apps read and write these
 * documents, so an account made in one app can log in to the other.
 *
 * A password is stored as the argon2id hash (`argon2`, cost below) of the hexadecimal SHA-256 digest of its UTF-8 text,
 * because Meteor's client sends only that digest. A session's token is stored as the base64 SHA-256 digest of its text.
 *
 * Deleting an account also deletes its private lists with their todos, its sessions and its memberships of other lists.
 * Its messages stay, without its id and under another name (`deletedAccount`). Public lists that it made stay, because
 * nobody owns them.
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

/** One session. It ends `limits.session_days` after `when`, or when it is removed from the document. */
export interface LoginToken {
  when: Date;
  hashedToken: string;
}

/** The cost of argon2id in both apps: the defaults of Meteor's accounts-password, which follow OWASP. */
export const argon2Cost = { timeCost: 2, memoryCost_KiB: 19_456, parallelism: 1 } as const;

export const password = z.string().min(limits.password.least).max(limits.password.most);

/** The form for signing up. */
export const signUp = z.strictObject({ username, password });
/** The form for logging in. A name or password that no account can have is wrong, not malformed. */
export const logIn = z.strictObject({ username: z.string().max(256), password: z.string().max(256) });
export const changePassword = z.strictObject({ oldPassword: z.string().max(256), newPassword: password });
/** Deleting an account needs its password again, though the session is logged in. */
export const removeAccount = z.strictObject({ password: z.string().max(256) });

/** Indexes of `users`, besides `username_1` and the others that Meteor creates. The second is Meteor's own. */
export const userIndexes: Index[] = [
  { keys: { username: 1 }, name: 'username_any_case', unique: true, sparse: true, collation: anyCase },
  { keys: { 'services.resume.loginTokens.hashedToken': 1 }, unique: true, sparse: true },
];
