import { usernamePattern } from '@meteor-vs-mean/contract/account-names';
import { limits } from '@meteor-vs-mean/contract/limits';

const { username, password } = limits;

/** What the name of a new account may be, for people. */
export const usernameHint = `${username.least} to ${username.most} characters: letters from A to Z, digits, . _ and -`;

/** What a new password may be, for people. */
export const passwordHint = `${password.least} characters or more`;

/** @returns what is wrong with the name of a new account; undefined if nothing is */
export function wrongUsername(value: string): string | undefined {
  if (value.length < username.least || value.length > username.most) {
    return `A name has ${username.least} to ${username.most} characters`;
  }
  if (!usernamePattern.test(value)) {
    return 'A name may only contain letters from A to Z, digits, . _ and -';
  }
  return undefined;
}

/** @returns what is wrong with a new password; undefined if nothing is */
export function wrongPassword(value: string): string | undefined {
  if (value.length >= password.least && value.length <= password.most) return undefined;
  return `A password has ${password.least} to ${password.most} characters`;
}

/** Something must be there; whether it is right is for the server to say. */
export function missing(value: string, message: string): string | undefined {
  return value === '' ? message : undefined;
}
