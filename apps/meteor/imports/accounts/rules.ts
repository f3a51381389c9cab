import { usernamePattern } from '@meteor-vs-mean/contract/account-names';
import { limits } from '@meteor-vs-mean/contract/limits';

const { username, password } = limits;

/** The rule for the name of a new account, as a hint. */
export const usernameHint = `${username.least} to ${username.most} characters: letters from A to Z, digits, . _ and -`;

/** The rule for a new password, as a hint. */
export const passwordHint = `${password.least} characters or more`;

/** @returns the error of the name of a new account; undefined if it is valid */
export function wrongUsername(value: string): string | undefined {
  if (value.length < username.least || value.length > username.most) {
    return `A name has ${username.least} to ${username.most} characters`;
  }
  if (!usernamePattern.test(value)) {
    return 'A name may only contain letters from A to Z, digits, . _ and -';
  }
  return undefined;
}

/** @returns the error of a new password; undefined if it is valid */
export function wrongPassword(value: string): string | undefined {
  if (value.length >= password.least && value.length <= password.most) return undefined;
  return `A password has ${password.least} to ${password.most} characters`;
}

/** Requires a value; the server decides whether it is right. */
export function missing(value: string, message: string): string | undefined {
  return value === '' ? message : undefined;
}
