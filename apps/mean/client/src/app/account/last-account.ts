/** Somebody who is logged in. */
export interface Account {
  userId: string;
  username: string;
}

const key = 'account';

/** Who was logged in when the server was last asked; null for a guest, undefined if it never was. No secret. */
export const lastAccount = {
  get(): Account | null | undefined {
    try {
      const stored = localStorage.getItem(key);
      return stored === null ? undefined : JSON.parse(stored);
    } catch {
      return undefined; // a browser may forbid it
    }
  },
  set(account: Account | null): void {
    try {
      localStorage.setItem(key, JSON.stringify(account));
    } catch {
      // As above.
    }
  },
};
