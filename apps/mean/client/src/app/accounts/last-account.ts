import { allowed } from '../allowed';

/** Somebody who is logged in. */
export interface Account {
  userId: string;
  username: string;
}

const key = 'account';

/** Who was logged in when the server was last asked; null for a guest, undefined if it never was. No secret. */
export const lastAccount = {
  get: (): Account | null | undefined =>
    allowed(() => JSON.parse(localStorage.getItem(key) ?? '') as Account | null),
  set: (account: Account | null): void => {
    allowed(() => localStorage.setItem(key, JSON.stringify(account)));
  },
};
