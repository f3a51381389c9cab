import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { AccountPage, type Person, person } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings of axe: the rule and the element. */
async function seriousIn(page: Page): Promise<string[]> {
  await page.evaluate(await axeSource);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    return (await checker.run(document, { resultTypes: ['violations'] })).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)}`);
}

const longWord = 'W'.repeat(90);

type Shown = [name: string, path: string, ready: string];

/** Every kind of page with contents, for a guest. */
async function pages(stage: Stage): Promise<Shown[]> {
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
    ['logging in', '/login', 'form button'],
    ['signing up', '/signup', 'form button'],
  ];
}

/** Pages of an account, with long names and invalid fields. */
async function ownPages(stage: Stage, { username }: Person): Promise<Shown[]> {
  const listId = await stage.list(longWord, 'milk', `${longWord}${longWord}`);
  const [user] = await stage.subject.stored('users', { username });
  await stage.give(listId, username, 'W'.repeat(30), 'M'.repeat(30));
  const roomId = await stage.emptyRoom();
  const message = {
    _id: stage.subject.id('m'),
    roomId,
    nickname: username,
    text: 'x',
    createdAt: new Date(),
  };
  await stage.subject.collection('messages').insertOne({ ...message, userId: user?._id });
  return [
    ['home, logged in', '/', '[data-testid="my-lists"] .links a'],
    ['a private list', `/lists/${listId}`, '[data-testid="member"]'],
    ['the account', '/account', '[data-testid="remove-account"]'],
    ['a room, logged in', `/rooms/${roomId}`, '[data-testid="account-mark"]'],
  ];
}

/** Opens another page in an existing tab. */
async function go({ subject }: Stage, page: Page, path: string): Promise<void> {
  await page.goto(`${subject.app.url}${path}`);
  await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
}

/** As long as a name may be. */
const longName = 'W'.repeat(30);

export const accessible = pageFeature('accessibility', (add) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    add(`axe finds nothing serious or critical on any page, ${colorScheme}`, async (stage) => {
      const found: string[] = [];
      const guest = await stage.open('/');
      await guest.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const [name, path, ready] of await pages(stage)) {
        await go(stage, guest, path);
        await guest.locator(ready).first().waitFor();
        for (const each of await seriousIn(guest)) found.push(`${name}: ${each}`);
      }
      const ada = await person(stage, longName);
      const page = ada.at.page;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const [name, path, ready] of await ownPages(stage, ada)) {
        await go(stage, page, path);
        await page.locator(ready).first().waitFor();
        if (path !== '/account') await page.getByTestId('account').locator('summary').click();
        else await page.getByTestId('account-form').locator('button').click();
        for (const each of await seriousIn(page)) found.push(`${name}: ${each}`);
      }
      for (const path of ['/login', '/signup']) {
        const at = new AccountPage(await stage.open(path));
        await at.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await at.send();
        await at.fieldError.first().waitFor();
        for (const each of await seriousIn(at.page)) found.push(`${path}, wrong: ${each}`);
      }
      const editing = await stage.todos(await stage.list('Groceries', 'one', 'two'));
      await editing.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await editing.edit(0);
      for (const each of await seriousIn(editing.page)) found.push(`editing: ${each}`);
      expect(found).toEqual([]);
    });

    add(`axe finds nothing in forms and questions, ${colorScheme}`, async (stage) => {
      const found: string[] = [];
      const todos = await stage.todos(await stage.list('Groceries', 'one', 'two'));
      const { page } = todos;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const look = async (name: string, testId: string) => {
        await page.getByTestId(testId).waitFor();
        for (const each of await seriousIn(page)) found.push(`${name}: ${each}`);
      };
      await page.getByTestId('rename').click();
      await look('the name of a list', 'list-name');
      await page.keyboard.press('Escape');
      await page.getByTestId('remove').click();
      await look('a removal', 'confirm-removal');
      expect(found).toEqual([]);
    });
  }

  add('a phone shows every page without scrolling sideways', async (stage) => {
    const context = await stage.profile({ width: 320, height: 700 });
    const page = await stage.open('/', { context });
    for (const [name, path, ready] of await pages(stage)) {
      await go(stage, page, path);
      await page.locator(ready).first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(320);
    }
  });

  add('a phone shows every page of a user with a long name without scrolling sideways', async (stage) => {
    const ada = await person(stage, longName, { width: 390 });
    const page = ada.at.page;
    for (const [name, path, ready] of await ownPages(stage, ada)) {
      await go(stage, page, path);
      await page.locator(ready).first().waitFor();
      if (path === '/account') await page.getByTestId('account-form').locator('button').click();
      await page.getByTestId('account').locator('summary').click();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(390);
      const menu = await page.getByTestId('log-out').boundingBox();
      expect(menu && menu.x >= 0 && menu.x + menu.width <= 390, `${name}: the menu is on the screen`).toBe(
        true,
      );
    }
  });

  add('user text has its own direction', async (stage) => {
    const text = 'שלום!';
    const listId = await stage.list(text, text);
    const roomId = await stage.emptyRoom(text);
    await stage.say(roomId, text);
    const page = await stage.open('/');
    const expectRtl = async (...selectors: string[]) => {
      for (const css of selectors) {
        const direction = () =>
          page
            .locator(css)
            .first()
            .evaluate((element) => getComputedStyle(element).direction);
        await eventually(direction, css).toBe('rtl');
      }
    };
    await expectRtl('[data-testid=lists] a', '[data-testid=rooms] a');
    await go(stage, page, `/lists/${listId}`);
    await page.locator('.new-todo').fill(text);
    await expectRtl('.todo-list label', '.list-name', '.new-todo');
    await page.getByTestId('remove').click();
    expect(await page.locator('dialog bdi').textContent()).toBe(text);
    await go(stage, page, `/rooms/${roomId}`);
    await page.getByTestId('new-message').fill(text);
    await page.getByTestId('nickname').fill(text);
    await expectRtl('h1', '.message .text', '[data-testid=new-message]', '[data-testid=nickname]');
  });

  add('forced colours show the chosen filter', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk'));
    await todos.page.emulateMedia({ forcedColors: 'active' });
    const borders = await todos.page
      .locator('.filters a')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderTopColor));
    expect(borders[1]).toBe(borders[2]);
    expect(borders[0]).not.toBe(borders[1]);
  });

  add('a room and the lists are printed completely', async (stage) => {
    for (let n = 0; n < 40; n += 1) await stage.list(`List ${n}`);
    const { page } = await stage.room(await stage.roomOf(40));
    const hidden = async (css: string) => {
      await page.locator(css).locator('> *').nth(39).waitFor({ state: 'attached' });
      await page.emulateMedia({ media: 'print' });
      return page.locator(css).evaluate((box) => box.scrollHeight - box.clientHeight);
    };
    expect(await hidden('.messages')).toBeLessThan(2);
    expect(await page.locator('.bar').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await go(stage, page, '/');
    expect(await hidden('[data-testid=lists]')).toBeLessThan(2);
  });

  add("text follows the browser's font size", async (stage) => {
    const listId = await stage.list('Groceries', 'milk');
    const page = await stage.open(`/lists/${listId}`);
    const sizes = () =>
      page
        .locator('.todo-list label, .new-todo, .bar a, .list-name')
        .evaluateAll((all) => all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)));
    const before = await sizes();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await sizes()).toEqual(before.map((size) => size * 2));
  });

  add('each page has one main heading, a title and a language', async (stage) => {
    const ada = await person(stage, 'Ada');
    const guest = await stage.open('/');
    const all = [
      ...(await pages(stage)).map((shown) => ({ shown, page: guest })),
      ...(await ownPages(stage, ada)).map((shown) => ({ shown, page: ada.at.page })),
    ];
    for (const { shown, page } of all) {
      const [name, path, ready] = shown;
      await go(stage, page, path);
      await page.locator(ready).first().waitFor();
      expect(await page.locator('h1').count(), name).toBe(1);
      expect(await page.locator('html').getAttribute('lang'), name).toBe('en');
      expect(await page.title(), name).toMatch(/ · \w+$/);
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

export const attacks = pageFeature('user text is never HTML', (add) => {
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
