import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';

/** A server-rendered page whose scripts load when `come` is called. */
async function early(stage: Stage, path: string) {
  const page = await (await stage.profile()).newPage();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const isTime = Promise.withResolvers<void>();
  await page.route(/\.js(\?|$)/, async (route) => {
    await isTime.promise;
    await route.continue();
  });
  await page.goto(`${stage.subject.app.url}${path}`, { waitUntil: 'commit' });
  // Meteor's scripts keep a page loading, and MEAN's server renders no log-in form.
  const isDrawn = () =>
    document.readyState !== 'loading' || document.querySelector('main :is(input, textarea)') !== null;
  await eventually(() => page.evaluate(isDrawn)).toBe(true);
  const come = async () => {
    isTime.resolve();
    await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  };
  return { page, addresses, come };
}

/** Types a text, submits it, and types more, like a user who sees no reaction. */
async function typeOn(page: Page, field: string, first: string, more: string): Promise<void> {
  await page.locator(field).click();
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await page.keyboard.type(more);
}

export const beforeScripts = pageFeature('before the scripts run', (add) => {
  add('no form puts its text into a URL', async (stage) => {
    const roomId = await stage.emptyRoom();
    for (const path of ['/login', '/signup', '/', `/rooms/${roomId}`]) {
      const { page, addresses, come } = await early(stage, path);
      for (const field of await page.locator('form :is(input, textarea):not([hidden])').all()) {
        await field.fill('typed-early');
      }
      for (const form of await page.locator('form').all()) await form.locator('button').last().click();
      await come();
      expect(
        addresses.filter((url) => url.includes('typed-early')),
        path,
      ).toEqual([]);
      expect(new URL(page.url()).search, path).toBe('');
    }
  });

  add('a submitted text is sent once and unchanged, or stays in its field', async (stage) => {
    const roomId = await stage.emptyRoom();
    const room = await early(stage, `/rooms/${roomId}`);
    await typeOn(room.page, '[data-testid=new-message]', 'yes', 'but not before Friday');
    await room.come();
    const listId = await stage.list('Groceries', 'milk');
    const list = await early(stage, `/lists/${listId}`);
    await typeOn(list.page, '.new-todo', 'bread', 'butter');
    await list.come();
    // Sent after any of the earlier texts.
    await stage.say(roomId, 'afterwards');
    await room.page.getByText('afterwards').waitFor();
    await stage.add(listId, 'afterwards');
    await list.page.locator('.todo-list').getByText('afterwards').waitFor();
    const told = (await stage.subject.stored('messages')).map(({ text }) => text);
    const left = await room.page.getByTestId('new-message').inputValue();
    expect([
      ['afterwards', 'yes\nbut not before Friday'],
      ['afterwards', 'yesbut not before Friday'],
      ['yes,afterwards', 'but not before Friday'],
    ]).toContainEqual([told.join(), left]);
    const stored = (await stage.stored(listId)).map(({ text }) => text);
    expect([
      ['milk,afterwards', 'breadbutter'],
      ['milk,bread,afterwards', 'butter'],
    ]).toContainEqual([stored.join(), await list.page.locator('.new-todo').inputValue()]);
  });

  add('a page works even if an extension added an element next to each field', async (stage) => {
    const listId = await stage.list('Groceries', 'milk', 'bread');
    const { page, come } = await early(stage, `/lists/${listId}`);
    await page.evaluate(() => {
      for (const field of document.querySelectorAll('main input')) {
        field.after(document.createElement('div'));
      }
    });
    await come();
    await eventually(() => page.locator('.todo-list .toggle').count()).toBe(2);
    await page.locator('.todo-list .toggle').first().click();
    await eventually(async () => (await stage.stored(listId))[0]?.done).toBe(true);
    await page.locator('.new-todo').fill('butter');
    await page.locator('.new-todo').press('Enter');
    await eventually(() => page.locator('.todo-list label').allTextContents()).toEqual([
      'milk',
      'bread',
      'butter',
    ]);
    await eventually(async () => (await stage.stored(listId)).length).toBe(3);
  });
});
