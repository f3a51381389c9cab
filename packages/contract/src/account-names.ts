import { invisible } from './invisible.ts';
import { limits } from './limits.ts';

// Apart from what validates: a browser needs no validation for this.

/** The name of an account is found, and is unique, whatever its case. */
export const anyCase = { locale: 'en', strength: 2 } as const;

/** Letters of other alphabets would let two names look the same. */
export const usernamePattern = /^[A-Za-z0-9_.-]+$/;

const unseen = new RegExp(`[${invisible}]`, 'gu');

const ascii = /^[\x20-\x7e]*$/;

/**
 * The account's name that a guest's nickname could be taken for: letters of other widths and forms stand for ours,
 * characters that aren't seen for nothing, and MongoDB overlooks more of these. Whether there is such an account, the
 * server looks up.
 * @returns undefined if no account can be called that
 */
export function accountNameIn(nickname: string): string | undefined {
  const name = nickname.normalize('NFKC').replace(unseen, '').trim();
  const { least, most } = limits.username;
  const canBe = usernamePattern.test(name) && name.length >= least && name.length <= most;
  return canBe || !ascii.test(name) ? name : undefined;
}

/**
 * A password as it is hashed: the same however a keyboard composes its characters (NIST SP 800-63B asks for NFKC). Clients
 * that hash before they send normalise before they hash.
 */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}
