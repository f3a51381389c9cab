import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds that is serious or critical: the rule, and where. */
async function seriousIn(page: Page): Promise<string[]> {
  await page.evaluate(await axeSource);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    return (await checker.run(document)).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)}`);
}

const longWord = 'W'.repeat(90);

/** Every page with something on it. */
async function pages(stage: Stage): Promise<[name: string, path: string, ready: string][]> {
  const listId = await stage.list(longWord, 'milk', `${longWord}${longWord}`, 'bread');
  await stage.subject.collection('todos').updateOne({ _id: `${listId}-0` }, { $set: { done: true } });
  const empty = await stage.list('Empty');
  const roomId = await stage.emptyRoom(longWord);
  await stage.say(roomId, 'hello');
  await stage.say(roomId, `${longWord}${longWord}`);
  return [
    ['home', '/', '.links a'],
    ['a list', `/lists/${listId}`, '.todo-list li'],
    ['an empty list', `/lists/${empty}`, '.new-todo'],
    ['a room', `/rooms/${roomId}`, '.message'],
    ['a list that is not there', '/lists/nobody', '.missing'],
    ['a page that is not there', '/no/such/page', 'main a'],
  ];
}

export const accessible = pageFeature('for everybody', (add) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    add(`axe finds nothing serious or critical on any page, ${colorScheme}`, async (stage) => {
      const found: string[] = [];
      for (const [name, path, ready] of await pages(stage)) {
        const page = await stage.open(path);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.locator(ready).first().waitFor();
        for (const each of await seriousIn(page)) found.push(`${name}: ${each}`);
        await page.close();
      }
      const editing = await stage.todos(await stage.list('Groceries', 'one', 'two'));
      await editing.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await editing.edit(0);
      for (const each of await seriousIn(editing.page)) found.push(`editing: ${each}`);
      expect(found).toEqual([]);
    });
  }

  add('a phone shows every page without scrolling sideways', async (stage) => {
    const context = await stage.profile({ width: 360, height: 700 });
    for (const [name, path, ready] of await pages(stage)) {
      const page = await stage.open(path, { context });
      await page.locator(ready).first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(360);
      await page.close();
    }
  });

  add('each page has one main heading, a title and a language', async (stage) => {
    for (const [name, path, ready] of await pages(stage)) {
      const page = await stage.open(path);
      await page.locator(ready).first().waitFor();
      expect(await page.locator('h1').count(), name).toBe(1);
      expect(await page.locator('html').getAttribute('lang'), name).toBe('en');
      expect(await page.title(), name).toMatch(/ · \w+$/);
      await page.close();
    }
  });
});

const payloads = [
  '<img src=x onerror="window.attacked=1">',
  '<script>window.attacked=1</script>',
  '<svg onload="window.attacked=1">',
  '"><b>bold</b>',
  "{{constructor.constructor('window.attacked=1')()}}",
];

export const attacks = pageFeature('text is never HTML', (add) => {
  const isUnharmed = async (page: Page) => {
    expect(await page.evaluate(() => (window as unknown as { attacked?: number }).attacked)).toBeUndefined();
    expect(await page.locator('main img, main script, main svg, main a b, main label b').count()).toBe(0);
  };

  add('names of lists and rooms', async (stage) => {
    const page = await stage.open('/');
    for (const [field, place] of [
      ['new-list', 'lists'],
      ['new-room', 'rooms'],
    ] as const) {
      for (const text of payloads) {
        await page.getByTestId(field).fill(text);
        await page.getByTestId(field).press('Enter');
      }
      const names = async () =>
        (await page.getByTestId(place).locator('a').allTextContents()).map((name) => name.trim());
      await eventually(names).toEqual(payloads);
      await eventually(async () => (await stage.subject.stored(place)).length).toBe(payloads.length);
    }
    await isUnharmed(page);
    const [list] = await stage.subject.stored('lists');
    const todos = await stage.todos(list?._id);
    await eventually(() => todos.page.locator('.list-name').textContent()).toContain(payloads[0]);
    await isUnharmed(todos.page);
    const [room] = await stage.subject.stored('rooms');
    const chat = await stage.room(room?._id);
    await eventually(async () => (await chat.page.locator('h1').textContent())?.trim()).toBe(payloads[0]);
    await isUnharmed(chat.page);
  });

  add('todos, new and edited', async (stage) => {
    const todos = await stage.todos();
    await todos.add(...payloads);
    await todos.holds(...payloads);
    await isUnharmed(todos.page);
    const field = await todos.edit(0);
    await field.fill(payloads[1] as string);
    await field.press('Enter');
    await todos.holds(payloads[1] as string, ...payloads.slice(1));
    const other = await stage.todos(todos.listId);
    await other.holds(payloads[1] as string, ...payloads.slice(1));
    for (const { page } of [todos, other]) await isUnharmed(page);
  });

  add('messages and nicknames', async (stage) => {
    const ada = await stage.room();
    const ben = await stage.room(ada.roomId);
    const nickname = '<img src=x onerror=attacked=1>';
    await ada.call(nickname);
    for (const text of payloads) await ada.send(text);
    await ben.call('Ben');
    for (const room of [ada, ben]) {
      await eventually(() => room.texts()).toEqual(payloads);
      await room.shows(nickname, 'Ben');
      expect((await room.message.first().locator('b').textContent())?.trim()).toBe(nickname);
      await isUnharmed(room.page);
    }
  });
});

export const keyboard = pageFeature('by keyboard alone', (add) => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at ? `${at.tagName.toLowerCase()}.${[...at.classList].join('.')}` : '';
    });
  /** Tab, until the focus is on what is looked for. */
  const tabTo = async (page: Page, selector: string, key = 'Tab') => {
    for (let n = 0; n < 40; n += 1) {
      await page.keyboard.press(key);
      if (await page.evaluate((css) => document.activeElement?.matches(css) ?? false, selector)) return;
    }
    throw new Error(`40 tabs don't lead to ${selector}; the focus is on ${await focused(page)}`);
  };

  add('the first thing is a link that skips to the content', async (stage) => {
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

  add('a list is made, opened and left', async (stage) => {
    const page = await stage.open('/');
    await tabTo(page, '[data-testid="new-list"]');
    await page.keyboard.type('Groceries');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Groceries' }).waitFor();
    await tabTo(page, '[data-testid="lists"] a', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.new-todo').waitFor();
    await tabTo(page, 'nav a', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByTestId('lists').waitFor();
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
});
