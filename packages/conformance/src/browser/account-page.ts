import type { BrowserContext, Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { Stage } from './stage.ts';

/** The password of accounts in the browser cases. */
export const password = 'open sesame here';

/** The account parts of a page: the menu in its bar, and the forms. */
export class AccountPage {
  readonly page: Page;
  readonly menu: Locator;
  readonly form: Locator;
  readonly username: Locator;
  readonly password: Locator;
  readonly newPassword: Locator;
  readonly formError: Locator;
  readonly fieldError: Locator;
  readonly myLists: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.getByTestId('account');
    this.form = page.getByTestId('account-form');
    this.username = this.form.getByTestId('username');
    this.password = this.form.getByTestId('password');
    this.newPassword = this.form.getByTestId('new-password');
    this.formError = page.getByTestId('form-error');
    this.fieldError = page.getByTestId('field-error');
    this.myLists = page.getByTestId('my-lists');
  }

  /** Fills in the form to log in or sign up, and submits it. */
  async submit(username: string, secret = password): Promise<void> {
    await this.username.fill(username);
    await this.password.fill(secret);
    await this.send();
  }

  async send(): Promise<void> {
    await this.form.locator('button[type=submit]').click();
  }

  /** Waits until the bar has the account's name. */
  async isAt(username: string): Promise<void> {
    await eventually(async () => {
      const name = this.page.locator('details[data-testid=account] > summary');
      return (await name.count()) === 1 ? (await name.textContent())?.trim() : '';
    }, 'the name in the bar').toBe(username);
  }

  /** Waits until the bar has a guest's links. */
  async isGuest(): Promise<void> {
    await this.page.locator('nav[data-testid=account] a[href="/login"]').waitFor();
  }

  /** Logs out through the menu. */
  async logOut(): Promise<void> {
    await this.menu.locator('summary').click();
    await this.page.getByTestId('log-out').click();
    await this.isGuest();
  }

  /** The names of the private lists on the home page. */
  async mine(): Promise<string[]> {
    return (await this.myLists.locator('.links a').allTextContents()).map((name) => name.trim());
  }
}

/** A browser profile of a logged-in account. */
export interface Person {
  username: string;
  context: BrowserContext;
  /** The page that logged in. */
  at: AccountPage;
}

/**
 * Makes an account whose password is `password`, and logs a new browser profile in on the page.
 * @param isNew false: the account exists already
 */
export async function person(
  stage: Stage,
  name: string,
  {
    isNew = true,
    width = 1000,
    colorScheme = 'light' as 'light' | 'dark',
    workers = false,
    url = stage.subject.app.url,
  } = {},
): Promise<Person> {
  if (isNew) await stage.subject.accounts().signUp(name, password);
  const context = await stage.profile({ width, workers });
  const page = await stage.open('/login', { context, url });
  await page.emulateMedia({ colorScheme });
  const at = new AccountPage(page);
  await at.submit(name);
  await at.isAt(name);
  return { username: name, context, at };
}
