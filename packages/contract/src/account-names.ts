import { invisible } from './invisible.ts';
import { limits } from './limits.ts';

// Separate from the validation, so that browsers can import it without zod.

/** Account names are unique and found regardless of case. */
export const anyCase = { locale: 'en', strength: 2 } as const;

/** ASCII only, because letters of other alphabets can look the same. */
export const usernamePattern = /^[A-Za-z0-9_.-]+$/;

const unseen = new RegExp(`[${invisible}]`, 'gu');

const ascii = /^[\x20-\x7e]*$/;

/**
 * The account name that a guest's nickname could be mistaken for. Letters of other widths and forms count as ASCII, and
 * invisible characters are dropped; MongoDB's collation ignores more of these. The server checks whether the account
 * exists.
 * @returns undefined if no account can have that name
 */
export function accountNameIn(nickname: string): string | undefined {
  const name = nickname.normalize('NFKC').replace(unseen, '').trim();
  const { least, most } = limits.username;
  const canBe = usernamePattern.test(name) && name.length >= least && name.length <= most;
  return canBe || !ascii.test(name) ? name : undefined;
}

/**
 * The password that is hashed. NFKC makes it independent of how a keyboard composes characters (NIST SP 800-63B).
 * Clients that hash before sending normalise first.
 */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}
