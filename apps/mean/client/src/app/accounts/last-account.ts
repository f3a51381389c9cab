import { allowed } from '../allowed';

/** A logged-in account. */
export interface Account {
  userId: string;
  username: string;
}

const key = 'account';

/** The account at the last request to the server; null for a guest, undefined if there was none. Not secret. */
export const lastAccount = {
  get: (): Account | null | undefined =>
    allowed(() => JSON.parse(localStorage.getItem(key) ?? '') as Account | null),
  set: (account: Account | null): void => {
    allowed(() => localStorage.setItem(key, JSON.stringify(account)));
  },
};
