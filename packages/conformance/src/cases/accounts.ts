import { expect } from 'vitest';
import { digestOf, storedForm } from '../accounts/accounts.ts';
import { codeOf, expectRefusal, messageOfRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import { hashStart, storedUser } from '../stored-user.ts';

const day_ms = 86_400_000;

/** `ada` in several spellings. */
function spellings(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    [...name].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
}

/** User documents from other sources, for which no password is right. */
const unusable: [what: string, fields: Record<string, unknown>][] = [
  ['without services', {}],
  ['without a password', { services: { resume: { loginTokens: [] } } }],
  ['with an empty password', { services: { password: {} } }],
  [
    'with a hash of an unknown kind',
    { services: { password: { argon2: '$scrypt$ln=17,r=8,p=1$c2FsdA$aGFzaA' } } },
  ],
  ['with a hash of a kind of its own', { services: { password: { srp: { verifier: 'x' } } } }],
  ['with a hash that is none', { services: { password: { argon2: 'nonsense' } } }],
  ['with a hash that is no text', { services: { password: { argon2: 5 } } }],
];

/** bcrypt of the digest of `an older password`, as in accounts of older Meteor versions. */
const olderPassword = 'an older password';
const olderHash = '$2b$10$X2NeRHT2JTpFUekku28QROyvIuoXon733UD1F1SVQYxYjg13nFaTq';

export const accounts = feature('accounts', (add) => {
  add("signing up creates a user document in Meteor's form, and a session", async (subject) => {
    const before_ms = Date.now();
    const name = 'Ada_L.2-x';
    const ada = await subject.account(name);
    const user = await storedUser(subject, name);
    expect(Object.keys(user).sort()).toEqual(['_id', 'createdAt', 'services', 'username']);
    expect(user._id).toBe(ada.userId);
    expect(user._id).toMatch(/^[A-Za-z0-9]{17}$/);
    expect(user.createdAt).toBeInstanceOf(Date);
    expect(Object.keys(user.services ?? {}).sort()).toEqual(['password', 'resume']);
    expect(Object.keys(user.services?.password ?? {})).toEqual(['argon2']);
    expect(user.services?.password?.argon2?.slice(0, hashStart.length)).toBe(hashStart);
    const tokens = user.services?.resume?.loginTokens ?? [];
    expect(tokens).toEqual([{ when: expect.any(Date), hashedToken: storedForm(ada.token) }]);
    expect(Math.abs((tokens[0]?.when.getTime() ?? 0) - before_ms)).toBeLessThan(day_ms);
    expect(ada.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await subject.accounts().whoIs(ada.token)).toBe(ada.userId);
  });

  add('logging in, with the name in any case, creates another session', async (subject) => {
    const ada = await subject.account();
    const accounts = subject.accounts();
    const again = await accounts.logIn(ada.username.toUpperCase(), ada.password);
    expect(again.userId).toBe(ada.userId);
    expect(again.token).not.toBe(ada.token);
    for (const { token } of [ada, again]) expect(await accounts.whoIs(token)).toBe(ada.userId);
    const user = await storedUser(subject, ada.username);
    expect(user.services?.resume?.loginTokens?.map(({ hashedToken }) => hashedToken)).toEqual(
      [ada, again].map(({ token }) => storedForm(token)),
    );
  });

  add('passwords in any alphabet, up to the longest allowed, are accepted', async (subject) => {
    const accounts = subject.accounts();
    for (const password of ['x'.repeat(128), 'пароль 🙂 é e\u0301', ' spaces at the ends ', '{"$ne":""}']) {
      const name = subject.id('ada');
      const { userId } = await accounts.signUp(name, password);
      expect((await accounts.logIn(name, password)).userId).toBe(userId);
      await expectRefusal(accounts.logIn(name, password.trim().slice(0, -1)), '403');
    }
  });

  add('names with other letters, and too short or too long ones, are rejected', async (subject) => {
    const accounts = subject.accounts();
    for (const name of [
      'a',
      'x'.repeat(31),
      'a b',
      ' ada',
      'ada@b.c',
      'adа',
      'é-é',
      'a/b',
      '<b>',
      '$ada',
      'a\u0000b',
    ]) {
      const message = await messageOfRefusal(accounts.signUp(name, 'long enough'), 'validation-error');
      for (const secret of ['long enough', digestOf('long enough')]) expect(message).not.toContain(secret);
    }
    for (const name of ['ab', 'x'.repeat(30), '..', '__proto__']) await accounts.signUp(name, 'long enough');
    expect((await subject.stored('users')).length).toBe(4);
  });

  add('values that are no text are rejected, at signing up and at logging in', async (subject) => {
    const ada = await subject.account();
    const accounts = subject.accounts();
    for (const value of [null, { $ne: null }, { $gt: '' }, ['x'], 5, true] as unknown as string[]) {
      await expect(accounts.signUp(value, 'long enough'), 'a name').rejects.toThrow();
      await expect(accounts.logIn(value, ada.password), 'a name').rejects.toThrow();
      // Meteor's wire carries a digest, which is text whatever was typed.
      if (subject.environment.transport !== 'socketio') continue;
      await expectRefusal(accounts.signUp(subject.id('ada'), value), 'validation-error');
      await expectRefusal(accounts.logIn(ada.username, value), 'validation-error');
    }
    expect((await subject.stored('users')).length).toBe(1);
  });

  add('a name is taken in any case', async (subject) => {
    const ada = await subject.account('Ada');
    for (const name of ['Ada', 'ada', 'ADA']) {
      await expectRefusal(subject.accounts().signUp(name, 'another password'), '403');
    }
    expect((await subject.accounts().logIn('ada', ada.password)).userId).toBe(ada.userId);
    expect((await subject.stored('users')).length).toBe(1);
  });

  add('of twenty concurrent sign-ups with one name in many spellings, one succeeds', async (subject) => {
    const outcomes = await Promise.allSettled(
      spellings('grace', 20).map((name) => subject.accounts().signUp(name, 'long enough')),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason.code ?? reason)).toEqual(Array(19).fill('403'));
    expect((await subject.stored('users')).length).toBe(1);
  });

  add('a wrong password and an unknown name get the same answer', async (subject) => {
    const ada = await subject.account();
    const accounts = subject.accounts();
    const wrong = await messageOfRefusal(accounts.logIn(ada.username, 'open the door'), '403');
    const unknown = await messageOfRefusal(accounts.logIn('nobody', 'open the door'), '403');
    expect(unknown).toBe(wrong);
    for (const secret of ['open the door', digestOf('open the door')]) expect(wrong).not.toContain(secret);
    await expectRefusal(accounts.logIn(ada.username, ''), '403');
    // Neither the digest nor the stored hash is accepted as a password.
    await expectRefusal(accounts.logIn(ada.username, digestOf(ada.password)), '403');
    const hash = (await storedUser(subject, ada.username)).services?.password?.argon2 as string;
    await expectRefusal(accounts.logIn(ada.username, hash), '403');
  });

  add('a user document without a usable password is rejected like a wrong password', async (subject) => {
    const accounts = subject.accounts();
    const wrong = await messageOfRefusal(accounts.logIn('nobody', 'open the door'), '403');
    for (const [what, fields] of unusable) {
      const username = subject.id('odd');
      await subject
        .collection('users')
        .insertOne({ _id: username, username, createdAt: new Date(), ...fields });
      const answer = accounts.logIn(username, 'open the door');
      expect(await messageOfRefusal(answer, '403'), what).toBe(wrong);
    }
  });

  add('an older account with a bcrypt hash logs in, and then has an argon2 hash', async (subject) => {
    const username = subject.id('older');
    const services = { password: { bcrypt: olderHash }, resume: { loginTokens: [] } };
    await subject.collection('users').insertOne({ _id: username, username, createdAt: new Date(), services });
    const accounts = subject.accounts();
    await expectRefusal(accounts.logIn(username, 'not that one'), '403');
    expect((await accounts.logIn(username, olderPassword)).userId).toBe(username);
    const password = async () => {
      const [user] = await subject.stored('users', { _id: username });
      return (user?.services as typeof services | undefined)?.password;
    };
    // Meteor answers first, and then stores the new hash.
    await expect.poll(password).toEqual({ argon2: expect.stringMatching(/^\$argon2id\$/) });
  });

  add("an account can't set more than a name and a password for itself", async (subject) => {
    const username = subject.id('ada');
    const extra = {
      profile: { isAdmin: true },
      services: { google: { id: '5' } },
      email: 'ada@example.org',
      isAdmin: true,
      _id: 'chosen',
    };
    // The server may reject it, or ignore the extra fields.
    await subject
      .accounts()
      .signUp(username, 'long enough', extra)
      .catch(() => {});
    for (const user of await subject.stored('users')) {
      expect(Object.keys(user).sort()).toEqual(['_id', 'createdAt', 'services', 'username']);
      expect(user._id).not.toBe('chosen');
      expect(Object.keys(user.services as object).sort()).toEqual(['password', 'resume']);
    }
  });

  add("clients can't write user documents, neither their own nor others'", async (subject) => {
    const [ada, ben] = [await subject.account(), await subject.account()];
    const before = await subject.stored('users');
    const peer = await ben.peer();
    for (const { userId } of [ada, ben]) {
      const change = { $set: { 'profile.isAdmin': true, username: 'somebody' } };
      for (const [method, ...args] of [
        ['/users/update', { _id: userId }, change, {}],
        ['/users/updateAsync', { _id: userId }, change, {}],
        ['/users/remove', { _id: userId }],
        ['/users/removeAsync', { _id: userId }],
        ['/users/insert', { _id: subject.id('made'), username: subject.id('made') }],
        ['/users/insertAsync', { _id: subject.id('made'), username: subject.id('made') }],
        ['users.update', { _id: userId }, change],
        ['configureLoginService', { service: 'google' }],
      ] as [string, ...unknown[]][]) {
        await expect(peer.client.call(method, ...args), method).rejects.toThrow();
      }
    }
    expect(await subject.stored('users')).toEqual(before);
  });

  add('changing the password needs the old one; then only the new one is right', async (subject) => {
    const ada = await subject.account();
    const accounts = subject.accounts();
    const before = await storedUser(subject, ada.username);
    await expectRefusal(accounts.changePassword(ada, 'open the door', 'a new password'), '403');
    expect(await storedUser(subject, ada.username)).toEqual(before);
    await accounts.changePassword(ada, ada.password, 'a new password');
    const after = (await storedUser(subject, ada.username)).services?.password;
    expect(Object.keys(after ?? {})).toEqual(['argon2']);
    expect(after?.argon2?.slice(0, hashStart.length)).toBe(hashStart);
    expect(after?.argon2).not.toBe(before.services?.password?.argon2);
    await expectRefusal(accounts.logIn(ada.username, ada.password), '403');
    expect((await accounts.logIn(ada.username, 'a new password')).userId).toBe(ada.userId);
  });

  add('a log-in during a change of the password leaves no session with the old one', async (subject) => {
    const ada = await subject.account();
    const accounts = subject.accounts();
    // As many as may fail.
    const logIns = Array.from({ length: 8 }, () => accounts.logIn(ada.username, ada.password));
    const ended = Promise.allSettled(logIns);
    await accounts.changePassword(ada, ada.password, 'a new password');
    for (const outcome of await ended) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: '403' });
      else expect(await accounts.whoIs(outcome.value.token)).toBeUndefined();
    }
    const user = await storedUser(subject, ada.username);
    expect(user.services?.resume?.loginTokens?.map(({ hashedToken }) => hashedToken)).toEqual([
      storedForm(ada.token),
    ]);
  });

  // Meteor's own method stores a new hash whatever the stored one has become; the throttle makes the second one wait.
  add.guard(
    'log-in throttle',
    'of two concurrent changes of the password one is rejected',
    async (subject) => {
      const ada = await subject.account();
      const accounts = subject.accounts();
      const chosen = ['one new password', 'another new password'];
      const codes = await Promise.all(
        chosen.map((password) => codeOf(accounts.changePassword(ada, ada.password, password))),
      );
      expect([...codes].sort()).toEqual(['403', undefined]);
      for (const [n, password] of chosen.entries()) {
        expect(await codeOf(accounts.logIn(ada.username, password))).toBe(codes[n]);
      }
    },
  );

  add('a name in letters that look like it, or have the same upper case, is unknown', async (subject) => {
    const { password } = await subject.account('Miss-K');
    for (const name of ['Mi\u017fs-K', 'MI\u017f\u017f-K', 'Miss-\u212a', 'M\u0131ss-K', 'Miss-K ']) {
      await expectRefusal(subject.accounts().logIn(name, password), '403');
    }
  });

  add(
    'deleting the account needs its password; then its name is free, and nothing of it is left',
    async (subject) => {
      const ada = await subject.account();
      const listId = await ada.list();
      await ada.writers().call('todos.insert', { _id: 'todo', listId, text: 'x' });
      const accounts = subject.accounts();
      await expectRefusal(accounts.remove(ada, 'open the door'), '403');
      expect(await accounts.whoIs(ada.token)).toBe(ada.userId);
      expect((await subject.stored('lists')).length).toBe(1);
      await accounts.remove(ada, ada.password);
      for (const name of ['users', 'lists', 'todos'] as const) expect(await subject.stored(name)).toEqual([]);
      await expectRefusal(accounts.logIn(ada.username, ada.password), '403');
      expect(await accounts.whoIs(ada.token)).toBeUndefined();
      const next = await subject.account(ada.username);
      expect(next.userId).not.toBe(ada.userId);
      const mine = await (await next.peer()).subscribe('lists.mine', {});
      expect(mine.documents).toEqual([]);
    },
  );
});
