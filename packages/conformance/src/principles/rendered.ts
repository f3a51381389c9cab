import { expect } from 'vitest';
import { person } from '../browser/account-page.ts';
import { eventually } from '../browser/eventually.ts';
import { pageFeature } from '../browser/page-feature.ts';
import { listIdOf, TodoPage } from '../browser/todo-page.ts';
import { whileFrozen } from '../frozen.ts';

const texts = ['buy some cheese', 'feed the cat', 'book an appointment'];

export const rendered = pageFeature('principle 1: server-rendered pages are not optional', (add) => {
  add("with scripts disabled, a list's page shows the list's todos", async (stage) => {
    const listId = await stage.list('Groceries', ...texts);
    const page = await (await stage.profile({ scripts: false })).newPage();
    const response = await page.goto(`${stage.subject.app.url}/lists/${listId}`, { waitUntil: 'load' });
    expect(response?.ok()).toBe(true);
    const shown = await page.locator('body').innerText();
    for (const text of texts) expect(shown).toContain(text);
  });

  add('with scripts disabled, home shows lists and rooms, and a room shows its messages', async (stage) => {
    await stage.list('Groceries');
    const roomId = await stage.emptyRoom('Lobby');
    await stage.say(roomId, 'anybody here?');
    const page = await (await stage.profile({ scripts: false })).newPage();
    for (const [path, ...words] of [
      ['/', 'Groceries', 'Lobby'],
      [`/rooms/${roomId}`, 'Lobby', 'Mia', 'anybody here?'],
    ] as const) {
      await page.goto(`${stage.subject.app.url}${path}`);
      const shown = await page.locator('body').innerText();
      for (const word of words) expect(shown, path).toContain(word);
    }
  });

  add("private data are only in their account's pages, which are not cached", async (stage) => {
    const ada = await person(stage, 'Ada');
    await ada.at.page.goto(`${stage.subject.app.url}/lists/new/private`);
    const listId = await listIdOf(ada.at.page);
    await new TodoPage(ada.at.page, listId).add('a secret');
    await eventually(async () => (await stage.stored(listId)).length).toBe(1);
    await stage.subject.collection('lists').updateOne({ _id: listId }, { $set: { name: 'Of Ada' } });
    const guest = await stage.profile();
    for (const path of ['/', `/lists/${listId}`]) {
      const url = `${stage.subject.app.url}${path}`;
      const own = await ada.at.page.context().request.get(url);
      expect(await own.text(), path).toContain('Of Ada');
      expect(own.headers()['cache-control'], path).toMatch(/no-store/);
      expect(await (await guest.request.get(url)).text(), path).not.toMatch(/Of Ada|a secret/);
    }
    expect((await guest.request.get(`${stage.subject.app.url}/lists/${listId}`)).status()).toBe(404);
  });

  add("a database that doesn't answer delays no page by more than 2 seconds", async (stage, skip) => {
    const { subject } = stage;
    if (!subject.ownsMongo) skip('the MongoDB of MONGO_URL is not ours to stop');
    const listId = await stage.list('Groceries', ...texts);
    await whileFrozen(subject.mongo.pid as number, async () => {
      const signal = AbortSignal.timeout(2000);
      const answer = await fetch(`${subject.app.url}/lists/${listId}`, { signal });
      await answer.text();
      expect(answer.ok).toBe(true);
    });
  });

  add("no user's text ends its part of the page", async (stage) => {
    const text = '</script></title></textarea>--><img src=x onerror="globalThis.isBroken=true">';
    const listId = await stage.list(text, text);
    const page = await stage.open(`/lists/${listId}`);
    await page.locator('.todo-list label').filter({ hasText: '</script>' }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate(() => 'isBroken' in globalThis)).toBe(false);
  });

  add('text typed before the scripts run stays, and so do the visible rows', async (stage) => {
    const listId = await stage.list('Groceries', ...texts);
    const page = await (await stage.profile()).newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      if (/hydrat|mismatch|NG05/i.test(line.text())) problems.push(line.text());
    });
    // The scripts load after the page has been visible for a while.
    const isTyped = Promise.withResolvers<void>();
    await page.route(/\.js(\?|$)/, async (route) => {
      await isTyped.promise;
      await route.continue();
    });
    await page.goto(`${stage.subject.app.url}/lists/${listId}`, { waitUntil: 'commit' });
    const field = page.locator('.new-todo');
    await field.pressSequentially('half a thought');
    const rows = page.locator('.todo-list li');
    await rows.evaluateAll((all) => {
      for (const row of all) Object.assign(row, { isFirst: true });
    });
    isTyped.resolve();
    await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
    expect(await field.inputValue()).toBe('half a thought');
    const kept = () => rows.evaluateAll((all) => all.map((row) => 'isFirst' in row));
    await eventually(kept).toEqual(texts.map(() => true));
    expect(problems).toEqual([]);
  });
});
