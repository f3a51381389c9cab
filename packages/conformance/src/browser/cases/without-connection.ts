import { expect } from 'vitest';
import { AccountPage, person } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import { isKept, keptTexts } from '../service-worker.ts';

export const withoutConnection = pageFeature('without a connection', (add) => {
  add('a link opens a page that was never visited, and changes on it are sent later', async (stage) => {
    const listId = await stage.list('Not visited');
    const relay = await stage.subject.relay();
    const page = await stage.open('/', { url: relay.url });
    const link = page.getByRole('link', { name: 'Not visited' });
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    relay.cut();
    await eventually(() => page.getByTestId('connection').textContent()).toBe('offline');
    await link.click();
    await page.locator('.new-todo').fill('from afar');
    await page.locator('.new-todo').press('Enter');
    await eventually(() => page.locator('.todo-list li.pending label').allTextContents()).toEqual([
      'from afar',
    ]);
    relay.mend();
    await eventually(() => stage.stored(listId)).toEqual([{ text: 'from afar', done: false }]);
  });

  add('a page loads by its URL', async (stage) => {
    const listId = await stage.list('Groceries', 'milk');
    const relay = await stage.subject.relay();
    const context = await stage.profile({ workers: true });
    const page = await stage.open('/', { url: relay.url, context });
    await eventually(() => isKept(page), 'the page is kept by its service worker').toBe(true);
    relay.cut();
    await page.goto(`${relay.url}/lists/${listId}`);
    await page.locator('.new-todo').waitFor();
    await eventually(() => page.getByTestId('connection').textContent()).toBe('offline');
    relay.mend();
    await eventually(() => page.locator('.todo-list label').allTextContents()).toEqual(['milk']);
  });

  add('if a proxy drops WebSockets, a page is online within 10 s', async (stage) => {
    const listId = await stage.list('Groceries', 'milk');
    const context = await stage.profile();
    await context.routeWebSocket(/./, () => {}); // connections open, but no message passes
    const page = await context.newPage();
    await page.goto(`${stage.subject.app.url}/lists/${listId}`);
    await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor({ timeout: 10_000 });
    await stage.add(listId, 'bread');
    await eventually(() => page.locator('.todo-list label').allTextContents()).toEqual(['milk', 'bread']);
  });

  add("the service worker keeps no account's data, nor any page with data", async (stage) => {
    const ada = await person(stage, 'Ada', { workers: true });
    const publicId = await stage.list('Shown to everybody', 'public todo');
    const page = await stage.open('/', { context: ada.context });
    await page.getByRole('link', { name: 'Shown to everybody' }).waitFor();
    await new AccountPage(page).isAt('Ada');
    await eventually(() => isKept(page), 'the page is kept by its service worker').toBe(true);
    for (const path of ['/', `/lists/${publicId}`, '/account', '/']) {
      await page.goto(`${stage.subject.app.url}${path}`);
      await new AccountPage(page).isAt('Ada');
    }
    const texts = await keptTexts(page);
    expect(texts.length).toBeGreaterThan(0);
    const isTold = (text: string) => /Shown to everybody|public todo|>Ada<|"Ada"/.test(text);
    expect(texts.filter(isTold)).toEqual([]);
    expect(texts.filter((text) => /^\S*\/(api|socket\.io|sockjs|websocket|session)\b/.test(text))).toEqual(
      [],
    );
  });
});
