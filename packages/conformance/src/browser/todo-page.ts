import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** @returns the list of a page, once its URL has one: under /lists/new the page creates it */
export async function listIdOf(page: Page): Promise<string> {
  await page.waitForURL(/\/lists\/(?!new$)[A-Za-z0-9_-]+$/);
  return page.url().split('/').at(-1) as string;
}

/** A list page, with the classes of the TodoMVC specification. */
export class TodoPage {
  readonly page: Page;
  readonly listId: string;
  readonly input: Locator;
  readonly items: Locator;
  readonly main: Locator;
  readonly footer: Locator;
  readonly count: Locator;
  readonly toggleAll: Locator;
  readonly clearCompleted: Locator;
  readonly notice: Locator;
  readonly connection: Locator;

  constructor(page: Page, listId: string) {
    this.page = page;
    this.listId = listId;
    this.input = page.locator('.todoapp .new-todo');
    this.items = page.locator('.todo-list li');
    this.main = page.locator('.todoapp .main');
    this.footer = page.locator('.todoapp .footer');
    this.count = page.locator('span.todo-count');
    this.toggleAll = page.locator('.toggle-all');
    this.clearCompleted = page.locator('.clear-completed');
    this.notice = page.getByTestId('notice');
    this.connection = page.getByTestId('connection');
  }

  async add(...texts: string[]): Promise<void> {
    for (const text of texts) {
      await this.input.fill(text);
      await this.input.press('Enter');
    }
  }

  /** Adds todos as fast as a script can. */
  async addAtOnce(...texts: string[]): Promise<void> {
    await this.input.evaluate((field, all) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      for (const text of all) {
        set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
        field.dispatchEvent(new KeyboardEvent('keydown', enter));
      }
    }, texts);
  }

  item(n: number): Locator {
    return this.items.nth(n);
  }

  toggle(n: number): Locator {
    return this.item(n).locator('.toggle');
  }

  /** Starts editing by a double click. @returns the field */
  async edit(n: number): Promise<Locator> {
    await this.item(n).locator('label').dblclick();
    const field = this.item(n).locator('.edit');
    await field.waitFor();
    return field;
  }

  filter(name: 'All' | 'Active' | 'Completed'): Locator {
    return this.page.locator('.filters a', { hasText: name });
  }

  /** The visible texts of rows. */
  async shown(): Promise<{ text: string; done: boolean; pending: boolean }[]> {
    return this.items.evaluateAll((rows) =>
      rows
        .filter((row) => (row as HTMLElement).offsetParent !== null)
        .map((row) => ({
          text: row.querySelector('label')?.textContent ?? '',
          done: row.classList.contains('completed'),
          pending: row.classList.contains('pending'),
        })),
    );
  }

  async texts(): Promise<string[]> {
    return (await this.shown()).map(({ text }) => text);
  }

  /** Waits until exactly these rows are shown, in this order, and none is pending. */
  async holds(...texts: string[]): Promise<void> {
    await eventually(() => this.shown()).toMatchObject(texts.map((text) => ({ text, pending: false })));
  }

  /** Waits until exactly these rows are marked as done. */
  async holdsDone(...done: boolean[]): Promise<void> {
    await eventually(async () => (await this.shown()).map((row) => row.done)).toEqual(done);
  }

  /** Waits until the page equals the database. */
  async equals(stored: () => Promise<{ text: string; done: boolean }[]>): Promise<void> {
    await eventually(async () => {
      const rows = (await this.shown()).map(({ text, done, pending }) => ({ text, done, pending }));
      const expected = (await stored()).map((todo) => ({ ...todo, pending: false }));
      return JSON.stringify(rows) === JSON.stringify(expected) ? 'equal' : { rows, expected };
    }, 'the page and the database').toBe('equal');
  }

  async expectFocus(selector: string): Promise<void> {
    await eventually(
      () => this.page.evaluate((css) => document.activeElement?.matches(css) ?? false, selector),
      `the focus on ${selector}`,
    ).toBe(true);
  }

  async expectHidden(locator: Locator): Promise<void> {
    await eventually(() => locator.isVisible()).toBe(false);
    expect(await locator.isVisible()).toBe(false);
  }
}
