import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { AccountPage, password } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';

export const keyboard = pageFeature('by keyboard alone', (add) => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at ? `${at.tagName.toLowerCase()}.${[...at.classList].join('.')}` : '';
    });
  /** Presses Tab until the selector has the focus. */
  const tabTo = async (page: Page, selector: string, key = 'Tab') => {
    for (let n = 0; n < 40; n += 1) {
      await page.keyboard.press(key);
      if (await page.evaluate((css) => document.activeElement?.matches(css) ?? false, selector)) return;
    }
    throw new Error(`40 tabs don't lead to ${selector}; the focus is on ${await focused(page)}`);
  };

  add('the first element is a link that skips to the content', async (stage) => {
    const page = await stage.open('/');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  add('a todo is added, marked, edited and removed', async (stage) => {
    const todos = await stage.todos();
    const { page } = todos;
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    await page.keyboard.type('second');
    await page.keyboard.press('Enter');
    await todos.holds('first', 'second');
    await tabTo(page, '.todo-list li:nth-child(1) .toggle');
    await page.keyboard.press('Space');
    await todos.holdsDone(true, false);
    await tabTo(page, '.todo-list li:nth-child(2) label');
    await page.keyboard.press('Enter');
    await todos.expectFocus('li:nth-child(2) .edit');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('zwei');
    await page.keyboard.press('Enter');
    await todos.holds('first', 'zwei');
    await todos.expectFocus('.todo-list li:nth-child(2) label');
    await page.keyboard.press('F2');
    await todos.expectFocus('li:nth-child(2) .edit');
    await page.keyboard.type('nothing');
    await page.keyboard.press('Escape');
    await todos.holds('first', 'zwei');
    await todos.expectFocus('.todo-list li:nth-child(2) label');
    await tabTo(page, '.todo-list li:nth-child(2) .destroy');
    await page.keyboard.press('Enter');
    await todos.holds('first');
    expect(await focused(page), 'the focus is lost').not.toMatch(/^(body\.)?$/);
    await tabTo(page, '.clear-completed');
    await page.keyboard.press('Enter');
    await todos.holds();
    expect(await focused(page), 'the focus is lost').not.toMatch(/^(body\.)?$/);
  });

  add('filters are links', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'one'));
    await todos.holds('one');
    await tabTo(todos.page, '.filters a[href$="#/completed"]');
    await todos.page.keyboard.press('Enter');
    await eventually(() => todos.texts()).toEqual([]);
  });

  add('a list is created, opened and left', async (stage) => {
    const page = await stage.open('/');
    await tabTo(page, '[data-testid="new-list"]');
    await page.keyboard.type('Groceries');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Groceries' }).waitFor();
    await tabTo(page, '[data-testid="lists"] a', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.new-todo').waitFor();
    await tabTo(page, 'nav[aria-label="Main"] a', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByTestId('lists').waitFor();
  });

  add('a list is renamed and removed', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk'));
    const { page } = todos;
    const press = async (selector: string) => {
      await tabTo(page, selector);
      await page.keyboard.press('Enter');
    };
    await press('[data-testid=rename]');
    await page.keyboard.type('Shopping');
    await page.keyboard.press('Enter');
    await todos.expectFocus('[data-testid=rename]');
    await press('[data-testid=remove]');
    await press('[data-testid=confirm-removal]');
    await page.getByTestId('new-list').waitFor();
    await eventually(() => focused(page)).not.toMatch(/^(body\.)?$/);
    await eventually(async () => (await stage.subject.stored('lists')).length).toBe(0);
  });

  add('dismissing a notice returns the focus', async (stage) => {
    const room = await stage.room();
    await stage.subject.accounts().signUp('Ada', password);
    await room.call('Ada');
    await room.send('not by Ada');
    await room.page.getByTestId('notice').waitFor();
    await room.input.focus();
    await tabTo(room.page, '[data-testid=notice] button', 'Shift+Tab');
    await room.page.keyboard.press('Enter');
    await eventually(() => room.page.getByTestId('notice').count()).toBe(0);
    expect(await focused(room.page), 'the focus is lost').not.toMatch(/^(body\.)?$/);
  });

  add('the page ignores keys that compose a character', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk'));
    const { page } = todos;
    /** Most browsers set `isComposing`; Safari only has a key code for it. */
    const compose = async (field: Locator, key: string) => {
      for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
        await field.dispatchEvent('keydown', { key, ...how });
      }
    };
    await todos.input.fill('パン');
    await compose(todos.input, 'Enter');
    expect(await todos.input.inputValue()).toBe('パン');
    await todos.input.fill('');
    const field = await todos.edit(0);
    await field.fill('牛乳');
    for (const key of ['Enter', 'Escape']) await compose(field, key);
    await todos.expectFocus('li.editing .edit');
    expect(await field.inputValue()).toBe('牛乳');
    await field.press('Enter');
    await todos.holds('牛乳');
    await page.getByTestId('rename').click();
    await page.getByTestId('list-name').fill('買い物');
    await compose(page.getByTestId('list-name'), 'Escape');
    await page.getByTestId('list-name').press('Enter');
    await eventually(() => page.locator('.list-name').textContent()).toBe('買い物');
    const room = await stage.room();
    const given = await room.nickname.inputValue();
    await room.nickname.fill('エイダ');
    await compose(room.nickname, 'Enter');
    expect(await room.page.evaluate(() => localStorage.getItem('nickname'))).toBe(given);
  });

  add('a message is written, and the messages are scrolled', async (stage) => {
    const room = await stage.room(await stage.roomOf(45));
    await eventually(() => room.message.count()).toBe(45);
    await room.isAtBottom();
    await tabTo(room.page, '[data-testid="messages"]');
    await room.page.keyboard.press('PageUp');
    await eventually(async () => (await room.fromBottom()) > 50).toBe(true);
    await tabTo(room.page, '[data-testid="new-message"]');
    await room.page.keyboard.type('typed');
    await room.page.keyboard.press('Enter');
    await eventually(async () => (await room.texts()).at(-1)).toBe('typed');
    expect(await room.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(
      'new-message',
    );
  });

  add('an account is created, a private list is shared and left, and the user logs out', async (stage) => {
    await stage.subject.accounts().signUp('Ben', password);
    const page = await stage.open('/');
    await tabTo(page, '[data-testid="account"] a[href="/signup"]');
    await page.keyboard.press('Enter');
    await page.getByTestId('username').waitFor();
    await tabTo(page, '[data-testid="username"]');
    await page.keyboard.type('Ada');
    await tabTo(page, '[data-testid="password"]');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await new AccountPage(page).isAt('Ada');
    expect(await focused(page), 'the focus is lost').not.toMatch(/^(body\.)?$/);
    await tabTo(page, '[data-testid="new-private-list"]');
    await page.keyboard.press('Enter');
    await page.locator('.new-todo').waitFor();
    await page.keyboard.type('milk');
    await page.keyboard.press('Enter');
    await page.getByTestId('share-with').waitFor();
    await tabTo(page, '[data-testid="share-with"]');
    await page.keyboard.type('Ben');
    await page.keyboard.press('Enter');
    await page.getByTestId('unshare').waitFor();
    await tabTo(page, '[data-testid="unshare"]', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await eventually(() => page.getByTestId('member').count()).toBe(1);
    expect(await focused(page), 'the focus is lost').not.toMatch(/^(body\.)?$/);
    await tabTo(page, '[data-testid="account"] summary', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, '[data-testid="log-out"]');
    await page.keyboard.press('Enter');
    await new AccountPage(page).isGuest();
    expect(await focused(page), 'the focus is lost').not.toMatch(/^(body\.)?$/);
  });
});
