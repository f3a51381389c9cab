import { expect } from 'vitest';
import type { Accounts } from '../accounts/accounts.ts';
import { expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';

/** The local address for cases about one address. */
const address = '127.0.0.1';

async function fail(accounts: Accounts, times: number, nameOf: (n: number) => string): Promise<void> {
  for (let n = 0; n < times; n += 1) await expectRefusal(accounts.logIn(nameOf(n), 'open the door'), '403');
}

export const throttle = feature('guessing passwords', (add) => {
  add.guard(
    'log-in throttle',
    'ten wrong passwords lock an account for a while, for the right one as well',
    async (subject) => {
      const [ada, ben] = [await subject.account(), await subject.account()];
      const accounts = subject.accounts();
      await fail(accounts, 9, () => ada.username);
      expect((await accounts.logIn(ada.username, ada.password)).userId).toBe(ada.userId);
      await fail(accounts, 1, () => ada.username.toUpperCase());
      await expectRefusal(accounts.logIn(ada.username, ada.password), 'too-many-requests');
      await expectRefusal(accounts.logIn(ada.username, 'open the door'), 'too-many-requests');
      // Sessions stay, and others aren't affected.
      expect(await accounts.whoIs(ada.token)).toBe(ada.userId);
      expect((await accounts.logIn(ben.username, ben.password)).userId).toBe(ben.userId);
    },
  );

  add.guard(
    'log-in throttle',
    'a wrong password counts in every operation that asks for it',
    async (subject) => {
      const ada = await subject.account();
      const accounts = subject.accounts();
      await fail(accounts, 4, () => ada.username);
      for (let n = 0; n < 3; n += 1) {
        await expectRefusal(accounts.changePassword(ada, 'open the door', 'a new password'), '403');
        await expectRefusal(accounts.remove(ada, 'open the door'), '403');
      }
      await expectRefusal(accounts.logIn(ada.username, ada.password), 'too-many-requests');
      await expectRefusal(accounts.changePassword(ada, ada.password, 'a new password'), 'too-many-requests');
      await expectRefusal(accounts.remove(ada, ada.password), 'too-many-requests');
      expect((await subject.stored('users')).length).toBe(1);
    },
  );

  add.guard(
    'log-in throttle',
    'one address may fail 50 times and make 20 accounts in a minute',
    async (subject) => {
      const { url } = await subject.another({});
      const accounts = subject.accounts({ url, address });
      const name = (n: number) => `name-${n}`;
      const made = await accounts.signUp(name(0), 'long enough');
      for (let n = 1; n < 20; n += 1) await accounts.signUp(name(n), 'long enough');
      await expectRefusal(accounts.signUp('one-more', 'long enough'), 'too-many-requests');
      await fail(accounts, 50, (n) => `nobody-${n}`);
      await expectRefusal(accounts.logIn(name(0), 'long enough'), 'too-many-requests');
      expect(await accounts.whoIs(made.token)).toBe(made.userId);
      expect((await subject.stored('users')).length).toBe(20);
    },
  );

  add.guard('log-in throttle', "the server's settings set these limits", async (subject) => {
    const { url } = await subject.another({
      LOGINS_PER_ACCOUNT: '2',
      LOGINS_PER_ADDRESS: '5',
      SIGN_UPS_PER_ADDRESS: '2',
    });
    const accounts = subject.accounts({ url, address });
    const [ada, ben] = [
      await accounts.signUp('ada', 'long enough'),
      await accounts.signUp('ben', 'long enough'),
    ];
    await expectRefusal(accounts.signUp('grace', 'long enough'), 'too-many-requests');
    await fail(accounts, 2, () => 'ada');
    await expectRefusal(accounts.logIn('ada', 'long enough'), 'too-many-requests');
    expect((await accounts.logIn('ben', 'long enough')).userId).toBe(ben.userId);
    await fail(accounts, 3, (n) => `nobody-${n}`);
    await expectRefusal(accounts.logIn('ben', 'long enough'), 'too-many-requests');
    expect(await accounts.whoIs(ada.token)).toBe(ada.userId);
  });

  add('the server names an invalid setting at start', async (subject) => {
    const name = 'LOGINS_PER_ACCOUNT';
    await expect(subject.another({ [name]: 'many' })).rejects.toThrow();
    const named = subject.printed.filter((line) => line.includes(name) && line.includes('many'));
    expect(named).toHaveLength(1);
  });
});
