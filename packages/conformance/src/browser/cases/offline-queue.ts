import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { codeOf } from '../../errors.ts';
import { AccountPage, person } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import { isKept } from '../service-worker.ts';
import type { Stage } from '../stage.ts';
import type { TodoPage } from '../todo-page.ts';

/** A browser profile, and a way from it to the app that can be cut. */
async function cuttable(
  stage: Stage,
  { context, workers = false }: { context?: BrowserContext; workers?: boolean } = {},
) {
  const relay = await stage.subject.relay();
  const profile = context ?? (await stage.profile({ workers }));
  const options = { url: relay.url, context: profile };
  return {
    relay,
    profile,
    todos: (listId: string) => stage.todos(listId, options),
    open: (path: string) => stage.open(path, options),
    room: (roomId: string) => stage.room(roomId, options),
    async cut(...pages: { page: Page }[]): Promise<void> {
      relay.cut();
      for (const { page } of pages) {
        await eventually(() => page.getByTestId('connection').textContent()).toBe('offline');
      }
    },
  };
}

/** An app that takes few calls of one address, and a client of this address that uses them up. */
async function busyApp({ subject }: Stage) {
  const app = await subject.another({ CALLS_PER_ADDRESS: '40', LOGINS_PER_ADDRESS: '1000' });
  const peer = await subject.peer({ url: app.url });
  const ask = () => codeOf(peer.call('presence.leave', { _id: 'nobody' }));
  return {
    app,
    async useUp(): Promise<void> {
      while ((await ask()) !== 'too-many-requests');
    },
    async isFree(): Promise<void> {
      // An app closes a connection that does nothing but ask in vain.
      await expect.poll(ask, { timeout: 20_000, interval: 500 }).toBe(undefined);
    },
  };
}

const textsIn = async (stage: Stage, listId: string) => (await stage.stored(listId)).map(({ text }) => text);
const pending = (...texts: string[]) => texts.map((text) => ({ text, pending: true }));

/** Waits until these rows are shown, as not sent yet. */
async function waits(todos: TodoPage, ...texts: string[]): Promise<void> {
  await eventually(() => todos.shown()).toMatchObject(pending(...texts));
}

export const offlineQueue = pageFeature('what was typed offline', (add) => {
  add(
    'is there, pending, after the page was loaded again offline, and is sent once and in order',
    async (stage) => {
      const { relay, todos: open, cut } = await cuttable(stage, { workers: true });
      const todos = await open(await stage.list('Groceries'));
      await eventually(() => isKept(todos.page), 'the page is kept by its service worker').toBe(true);
      await cut(todos);
      await todos.add('one', 'two', 'three');
      await todos.toggle(1).click();
      await waits(todos, 'one', 'two', 'three');
      await todos.page.reload();
      await waits(todos, 'one', 'two', 'three');
      await todos.holdsDone(false, true, false);
      await todos.add('four');
      await waits(todos, 'one', 'two', 'three', 'four');
      expect(await stage.stored(todos.listId)).toEqual([]);
      relay.mend();
      await todos.holds('one', 'two', 'three', 'four');
      await todos.holdsDone(false, true, false, false);
      await todos.equals(() => stage.stored(todos.listId));
      expect(await todos.notice.count()).toBe(0);
    },
  );

  add('outlives its tab: the next page that is opened sends it', async (stage) => {
    const { relay, todos: open, room: enter, open: openPage, cut } = await cuttable(stage);
    const todos = await open(await stage.list('Groceries', 'before'));
    const room = await enter(await stage.emptyRoom());
    await room.call('Ada');
    await todos.holds('before');
    await cut(todos, room);
    await todos.add('one', 'two');
    await room.send('from afar');
    await eventually(() => todos.texts()).toEqual(['before', 'one', 'two']);
    await eventually(() => room.pending()).toEqual(['from afar']);
    await todos.page.close();
    await room.page.close();
    relay.mend();
    const home = await openPage('/'); // whichever page that is
    await eventually(() => textsIn(stage, todos.listId)).toEqual(['before', 'one', 'two']);
    await eventually(async () => (await stage.subject.stored('messages')).length).toBe(1);
    const [message] = await stage.subject.stored('messages');
    expect(message).toMatchObject({ nickname: 'Ada', text: 'from afar' });
    expect(await home.getByTestId('notice').count()).toBe(0);
  });

  add('in two tabs arrives once, in the order of each', async (stage) => {
    const { relay, todos: open, cut } = await cuttable(stage);
    const listId = await stage.list();
    const [ada, ben] = [await open(listId), await open(listId)];
    await cut(ada, ben);
    await ada.add('a1', 'a2', 'a3');
    await ben.add('b1', 'b2', 'b3');
    relay.mend();
    const of = async (letter: string) =>
      (await textsIn(stage, listId)).filter((text) => text.startsWith(letter));
    await eventually(() => of('a')).toEqual(['a1', 'a2', 'a3']);
    await eventually(() => of('b')).toEqual(['b1', 'b2', 'b3']);
    for (const page of [ada, ben]) {
      await page.equals(() => stage.stored(listId));
      expect(await page.notice.count()).toBe(0);
    }
  });

  add('in a tab that is closed is sent by another that is open', async (stage) => {
    const { relay, todos: open, cut } = await cuttable(stage);
    const listId = await stage.list();
    const [ada, ben] = [await open(listId), await open(listId)];
    await cut(ada, ben);
    await ada.add('a1', 'a2');
    await eventually(() => ada.texts()).toEqual(expect.arrayContaining(['a1', 'a2']));
    await ada.page.close();
    relay.mend();
    await ben.holds('a1', 'a2');
    await ben.equals(() => stage.stored(listId));
    expect(await ben.notice.count()).toBe(0);
  });

  add('may be 150 todos: they arrive without a refusal', async (stage) => {
    const { relay, todos: open, cut } = await cuttable(stage);
    const todos = await open(await stage.list());
    const texts = Array.from({ length: 150 }, (_, n) => `todo ${n}`);
    await cut(todos);
    await todos.addAtOnce(...texts);
    await eventually(() => todos.texts()).toEqual(texts);
    relay.mend();
    await eventually(async () => {
      expect(await todos.notice.count()).toBe(0);
      return textsIn(stage, todos.listId);
    }).toEqual(texts);
    await todos.equals(() => stage.stored(todos.listId));
    expect(await todos.notice.count()).toBe(0);
  });

  add('arrives in order when the calls of its address are used up meanwhile', async (stage) => {
    const busy = await busyApp(stage);
    const relay = await stage.subject.relay(busy.app);
    const todos = await stage.todos(await stage.list(), { url: relay.url });
    await todos.add('draft');
    await eventually(() => textsIn(stage, todos.listId)).toEqual(['draft']);
    relay.cut();
    await eventually(() => todos.connection.textContent()).toBe('offline');
    for (const text of ['first', 'second', 'third']) {
      const field = await todos.edit(0);
      await field.fill(text);
      await field.press('Enter');
      await todos.add(`after ${text}`);
    }
    const texts = ['third', 'after first', 'after second', 'after third'];
    await eventually(() => todos.texts()).toEqual(texts);
    await busy.useUp();
    relay.mend();
    await eventually(() => textsIn(stage, todos.listId)).toEqual(texts);
    await todos.equals(() => stage.stored(todos.listId));
    expect(await todos.notice.count()).toBe(0);
  });

  add('is not lost when the server is too busy to know its account again', async (stage) => {
    const busy = await busyApp(stage);
    const relay = await stage.subject.relay(busy.app);
    const { at } = await person(stage, 'Ada', { url: relay.url });
    const todos = await stage.todos(await stage.list(), { url: relay.url, context: at.page.context() });
    await at.page.close();
    await todos.add('before');
    await eventually(() => textsIn(stage, todos.listId)).toEqual(['before']);
    relay.cut();
    await eventually(() => todos.connection.textContent()).toBe('offline');
    await todos.add('after');
    await eventually(() => todos.texts()).toEqual(['before', 'after']);
    await busy.useUp();
    relay.mend();
    const page = new AccountPage(todos.page);
    const isGuest = async () => (await page.menu.locator('a[href="/login"]').count()) > 0;
    const isThere = async () => (await textsIn(stage, todos.listId)).length === 2;
    await eventually(async () => (await isGuest()) || (await isThere())).toBe(true);
    // Meteor logs an account out whose session it can't resume.
    if (await isGuest()) {
      await todos.notice.waitFor();
      await busy.isFree();
      await todos.page.goto(`${relay.url}/login`);
      await page.submit('Ada');
      await page.isAt('Ada');
    }
    await eventually(() => textsIn(stage, todos.listId)).toEqual(['before', 'after']);
  });

  add('and is refused for good is said once, with the text to copy', async (stage) => {
    const { relay, todos: open, open: openPage, cut } = await cuttable(stage);
    const todos = await open(await stage.list());
    await cut(todos);
    await todos.add('too late', 'far too late');
    await eventually(() => todos.texts()).toEqual(['too late', 'far too late']);
    await todos.page.close();
    await stage.subject.collection('lists').deleteOne({ _id: todos.listId });
    relay.mend();
    const home = await openPage('/');
    const notice = home.getByTestId('notice');
    const kept = notice.getByTestId('kept');
    await eventually(async () => ((await kept.count()) === 1 ? kept.inputValue() : '')).toBe(
      'too late\nfar too late',
    );
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await eventually(() => notice.count()).toBe(0);
    await home.reload();
    await home.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
    // Behind whatever the queue would still send.
    await home.getByTestId('new-list').fill('Made afterwards');
    await home.getByTestId('new-list').press('Enter');
    await home.getByRole('link', { name: 'Made afterwards' }).waitFor();
    expect(await notice.count()).toBe(0);
    expect(await stage.stored(todos.listId)).toEqual([]);
  });

  add("is its author's: not another's who is there afterwards", async (stage) => {
    const ada = await person(stage, 'Ada');
    const { relay, profile, room: enter, open, cut } = await cuttable(stage, { context: ada.context });
    const page = new AccountPage(await open('/login'));
    if ((await page.form.count()) === 1) await page.submit('Ada'); // where a session is of one address only
    await page.isAt('Ada');
    const room = await enter(await stage.emptyRoom());
    await page.page.close();
    await cut(room);
    await room.send('by Ada');
    await eventually(() => room.pending()).toEqual(['by Ada']);
    await room.page.close();
    await profile.clearCookies();
    await forgetSession(profile, relay.url, stage);
    relay.mend();
    const guest = await enter(room.roomId);
    await new AccountPage(guest.page).isGuest();
    await guest.send('by a guest');
    await eventually(() => guest.texts()).toEqual(['by a guest']);
    await eventually(() => guest.pending()).toEqual([]);
    const texts = (await stage.subject.stored('messages')).map(({ text }) => text);
    expect(texts).toEqual(['by a guest']);
  });

  add('and done by a call whose answer was lost is not done a second time', async (stage) => {
    const { relay, todos: open, cut } = await cuttable(stage);
    const todos = await open(await stage.list('Groceries', 'done', 'later'));
    await todos.toggle(0).click();
    await todos.holdsDone(true, false);
    await eventually(async () => (await stage.stored(todos.listId))[0]?.done).toBe(true);
    await todos.equals(() => stage.stored(todos.listId));
    relay.hold('down');
    await todos.clearCompleted.click();
    await eventually(() => textsIn(stage, todos.listId)).toEqual(['later']);
    await stage.subject.collection('todos').updateOne({ _id: `${todos.listId}-1` }, { $set: { done: true } });
    await cut(todos);
    relay.mend();
    await eventually(() => todos.connection.textContent()).toBe('online');
    await todos.add('afterwards'); // behind the call that is made again
    await todos.holds('later', 'afterwards');
    await todos.equals(() => stage.stored(todos.listId));
    expect(await textsIn(stage, todos.listId)).toEqual(['later', 'afterwards']);
  });
});

/** Meteor keeps its session in the origin's own storage: it ends there. */
async function forgetSession(profile: BrowserContext, url: string, stage: Stage): Promise<void> {
  await stage.subject.collection('users').updateMany({}, { $set: { 'services.resume.loginTokens': [] } });
  await profile.clearCookies({ domain: new URL(url).hostname });
}
