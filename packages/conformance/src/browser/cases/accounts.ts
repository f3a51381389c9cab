import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { AccountPage, password, person } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';

async function open(stage: Stage, path: string): Promise<AccountPage> {
  return new AccountPage(await stage.open(path));
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Expects that a field is marked as invalid, has this error next to it, and has the focus. */
async function expectWrong(field: Locator, sentence: RegExp): Promise<void> {
  await eventually(() => field.getAttribute('aria-invalid')).toBe('true');
  const described = async () => {
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
    const texts = ids.map((id) => field.page().locator(`[id="${id}"][data-testid=field-error]`));
    const counts = await Promise.all(texts.map((text) => text.count()));
    return (await texts[counts.indexOf(1)]?.textContent()) ?? '';
  };
  await eventually(described, 'the error of the field').toMatch(sentence);
}

const hasFocus = (field: Locator) => field.evaluate((input) => input === document.activeElement);

export const accounts = pageFeature('accounts', (add) => {
  add('signing up logs in, a reload keeps the session, and logging out ends it', async (stage) => {
    const ada = await open(stage, '/');
    await ada.isGuest();
    expect(await ada.myLists.count()).toBe(0);
    await ada.menu.getByRole('link', { name: 'Sign up' }).click();
    await ada.submit('Ada');
    await ada.isAt('Ada');
    await ada.myLists.waitFor();
    expect(pathOf(ada.page)).toBe('/');
    expect(await stage.subject.stored('users')).toMatchObject([{ username: 'Ada' }]);
    await ada.page.reload();
    await ada.isAt('Ada');
    await ada.logOut();
    await eventually(() => ada.myLists.count()).toBe(0);
    await ada.page.reload();
    await ada.isGuest();
  });

  add('logging in returns to the previous page', async (stage) => {
    await stage.subject.accounts().signUp('Ada', password);
    const room = await stage.room();
    const ada = new AccountPage(room.page);
    await ada.menu.getByRole('link', { name: 'Log in' }).click();
    await ada.form.waitFor();
    expect(pathOf(ada.page)).toBe('/login');
    await ada.submit('ada');
    await ada.isAt('Ada');
    await eventually(() => pathOf(ada.page)).toBe(`/rooms/${room.roomId}`);
    await room.input.waitFor();
  });

  add('a password is the same however a keyboard composes its characters', async (stage) => {
    const ada = await open(stage, '/signup');
    await ada.submit('Ada', 'pa\u030aske-harer');
    await ada.isAt('Ada');
    await ada.logOut();
    await ada.isGuest();
    await ada.menu.getByRole('link', { name: 'Log in' }).click();
    await ada.submit('Ada', 'p\u00e5ske-harer');
    await ada.isAt('Ada');
  });

  add('after a wrong password the error names neither field, and the name stays', async (stage) => {
    await stage.subject.accounts().signUp('Ada', password);
    const ada = await open(stage, '/login');
    for (const [name, secret] of [
      ['Ada', 'open the door'],
      ['nobody', password],
    ] as const) {
      await ada.submit(name, secret);
      await eventually(() => ada.formError.allTextContents()).toEqual(['Wrong name or password']);
      expect(await ada.formError.getAttribute('role')).toBe('alert');
      expect(await ada.username.inputValue()).toBe(name);
      await ada.page.reload();
      await ada.form.waitFor();
    }
    await ada.isGuest();
    await ada.submit('Ada');
    await ada.isAt('Ada');
  });

  add('spaces around a name are ignored', async (stage) => {
    const ada = await open(stage, '/signup');
    await ada.submit(' Ada ');
    await ada.isAt('Ada');
    await ada.logOut();
    await ada.page.goto(`${stage.subject.app.url}/login`);
    await ada.submit('Ada ');
    await ada.isAt('Ada');
  });

  add('logging in reports a browser that blocks cookies', async (stage) => {
    await stage.subject.accounts().signUp('Ada', password);
    const context = await stage.profile();
    await context.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' });
      const no = {
        get(): never {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, no);
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
    });
    const ada = new AccountPage(await stage.open('/login', { context }));
    await ada.submit('Ada');
    await eventually(() => ada.formError.allTextContents()).toEqual([
      'Your browser blocks cookies: logging in needs them.',
    ]);
    expect(pathOf(ada.page)).toBe('/login');
    await ada.isGuest();
  });

  add('after too many attempts the page says so', async (stage) => {
    const accounts = stage.subject.accounts();
    // The account is locked for a minute, so later cases need another one.
    const name = stage.subject.id('closed');
    await accounts.signUp(name, password);
    for (let n = 0; n < 10; n += 1) await accounts.logIn(name, 'open the door').catch(() => {});
    const ada = await open(stage, '/login');
    await ada.submit(name);
    await eventually(() => ada.formError.count()).toBe(1);
    expect(await ada.formError.textContent()).not.toMatch(/Wrong name or password/);
    expect((await ada.formError.textContent())?.trim()).not.toBe('');
    await ada.isGuest();
  });

  add('each invalid field shows its error, and the first one gets the focus', async (stage) => {
    await stage.subject.accounts().signUp('Ada', password);
    const ada = await open(stage, '/signup');
    await ada.send();
    await expectWrong(ada.username, /\S/);
    await expectWrong(ada.password, /\S/);
    expect(await hasFocus(ada.username)).toBe(true);
    await ada.submit('Ada L.', 'short');
    await expectWrong(ada.username, /letters/);
    await expectWrong(ada.password, /8/);
    await ada.submit('Grace', 'short');
    await expectWrong(ada.password, /8/);
    await eventually(() => hasFocus(ada.password)).toBe(true);
    expect(await ada.username.getAttribute('aria-invalid')).toBeNull();
    await ada.submit('ADA');
    await expectWrong(ada.username, /^That name is taken$/);
    await eventually(() => hasFocus(ada.username)).toBe(true);
    expect([await ada.username.inputValue(), await ada.password.inputValue()]).toEqual(['ADA', password]);
    expect((await stage.subject.stored('users')).length).toBe(1);
    await ada.submit('Grace');
    await ada.isAt('Grace');
  });

  add('password managers recognise the fields', async (stage) => {
    const attributes = (field: Locator) =>
      field.evaluate((input: HTMLInputElement) => [input.type, input.name, input.autocomplete]);
    const logIn = await open(stage, '/login');
    expect(await attributes(logIn.username)).toEqual(['text', 'username', 'username']);
    expect(await attributes(logIn.password)).toEqual(['password', 'password', 'current-password']);
    expect(await logIn.username.getAttribute('autocapitalize')).toBe('none');
    expect(await logIn.username.getAttribute('spellcheck')).toBe('false');
    const signUp = await open(stage, '/signup');
    expect(await attributes(signUp.username)).toEqual(['text', 'username', 'username']);
    expect(await attributes(signUp.password)).toEqual(['password', 'password', 'new-password']);
    const { at } = await person(stage, 'Ada');
    await at.page.goto(`${stage.subject.app.url}/account`);
    await at.form.waitFor();
    expect((await attributes(at.password)).filter((_, n) => n !== 1)).toEqual([
      'password',
      'current-password',
    ]);
    expect((await attributes(at.newPassword)).filter((_, n) => n !== 1)).toEqual([
      'password',
      'new-password',
    ]);
    const hidden = at.form.locator('input[autocomplete=username]');
    expect(await hidden.inputValue()).toBe('Ada');
  });

  add('a typed password is never in a URL', async (stage) => {
    const ada = await open(stage, '/signup');
    const addresses: string[] = [];
    ada.page.on('request', (request) => addresses.push(request.url()));
    await ada.submit('Ada');
    await ada.isAt('Ada');
    await ada.logOut();
    await ada.page.goto(`${stage.subject.app.url}/login`);
    await ada.submit('Ada', 'open the door');
    await ada.formError.waitFor();
    await ada.submit('Ada');
    await ada.isAt('Ada');
    addresses.push(ada.page.url());
    const [user] = await stage.subject.stored('users');
    const { origins } = await ada.page.context().storageState();
    const cookies = await ada.page.context().cookies();
    const kept = [...origins.flatMap(({ localStorage }) => localStorage), ...cookies].map(
      ({ value }) => value,
    );
    const secrets = [password, 'open the door', ...kept.filter((value) => value.length > 30)];
    expect(user).toBeDefined();
    expect(secrets.length).toBeGreaterThan(2);
    for (const secret of secrets) {
      const forms = [secret, encodeURIComponent(secret), secret.replaceAll(' ', '+')];
      expect(addresses.filter((url) => forms.some((form) => url.includes(form)))).toEqual([]);
    }
  });
});

export const ownAccount = pageFeature('the account page', (add) => {
  add('a guest has to log in first', async (stage) => {
    const guest = await open(stage, '/account');
    await eventually(() => pathOf(guest.page)).toBe('/login');
    await guest.form.waitFor();
  });

  add('changing the password logs the other browser out', async (stage) => {
    const { at } = await person(stage, 'Ada');
    const other = await person(stage, 'Ada', { isNew: false });
    await at.page.goto(`${stage.subject.app.url}/account`);
    await at.password.fill('open the door');
    await at.newPassword.fill('a new password');
    await at.send();
    await eventually(async () => (await at.formError.count()) + (await at.fieldError.count())).toBe(1);
    await at.password.fill(password);
    await at.newPassword.fill('short');
    await at.send();
    await expectWrong(at.newPassword, /8/);
    await at.newPassword.fill('a new password');
    await at.send();
    await other.at.isGuest();
    await at.page.reload();
    await at.isAt('Ada');
    await other.at.page.goto(`${stage.subject.app.url}/login`);
    await other.at.submit('Ada');
    await other.at.formError.waitFor();
    await other.at.submit('Ada', 'a new password');
    await other.at.isAt('Ada');
  });

  add('logging out everywhere logs the other browser out at once', async (stage) => {
    const ada = await person(stage, 'Ada');
    const other = await person(stage, 'Ada', { isNew: false });
    const session = await stage.subject.accounts().logIn('Ada', password);
    const listId = stage.subject.id('list');
    const peer = await stage.subject.peer({ token: session.token });
    await peer.call('lists.insert', { _id: listId, name: 'Secret', private: true });
    await peer.call('todos.insert', { _id: 'todo', listId, text: 'only for Ada' });
    const todos = await stage.todos(listId, { context: other.context });
    await todos.holds('only for Ada');
    await ada.at.page.goto(`${stage.subject.app.url}/account`);
    await ada.at.page.getByTestId('log-out-everywhere').click();
    await todos.page.locator('.missing').waitFor();
    expect(await todos.page.locator('body').textContent()).not.toContain('only for Ada');
    for (const page of [todos.page, other.at.page, ada.at.page]) await new AccountPage(page).isGuest();
    const ended = todos.page.getByTestId('session-ended');
    expect(await ended.textContent()).toContain('You were logged out.');
    expect(await ended.getAttribute('role')).toBe('alert');
    expect(await ada.at.page.getByTestId('session-ended').count()).toBe(0);
    await ended.getByRole('link', { name: 'Log in' }).click();
    const again = new AccountPage(todos.page);
    await again.submit('Ada');
    await todos.holds('only for Ada');
    expect(await ended.count()).toBe(0);
    await again.logOut();
    await todos.page.reload();
    await todos.page.locator('.missing').waitFor();
  });

  add('the account is deleted with its password, and nothing of it is left', async (stage) => {
    const { at } = await person(stage, 'Ada');
    await at.page.goto(`${stage.subject.app.url}/account`);
    const remove = at.page.getByTestId('remove-account');
    // The last password field; the first is in the form above.
    const field = at.page.getByTestId('password').last();
    await field.fill('open the door');
    await remove.click();
    await eventually(async () => (await at.formError.count()) + (await at.fieldError.count())).toBe(1);
    expect((await stage.subject.stored('users')).length).toBe(1);
    await field.fill(password);
    await remove.click();
    await at.isGuest();
    await eventually(async () => (await stage.subject.stored('users')).length).toBe(0);
    await at.page.goto(`${stage.subject.app.url}/login`);
    await at.submit('Ada');
    await at.formError.waitFor();
  });

  add('the menu closes on Escape, and after a choice', async (stage) => {
    const { at } = await person(stage, 'Ada');
    const { page, menu } = at;
    const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open);
    await menu.locator('summary').click();
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Escape');
    await eventually(isOpen).toBe(false);
    expect(await hasFocus(menu.locator('summary'))).toBe(true);
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: 'Account' }).click();
    await eventually(() => pathOf(page)).toBe('/account');
    await eventually(isOpen).toBe(false);
  });
});
