import { expect } from 'vitest';
import { person } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';

const last = <Item>(items: Item[]) => items.at(-1);

export const chat = pageFeature('chat', (add) => {
  add('a message appears at the bottom with nickname and time, also for others', async (stage) => {
    const ada = await stage.room();
    const ben = await stage.room(ada.roomId);
    await ada.call('Ada');
    for (const text of ['one', 'two', 'three']) await ada.send(text);
    expect(await ada.input.inputValue()).toBe('');
    for (const room of [ada, ben]) {
      await eventually(() => room.texts()).toEqual(['one', 'two', 'three']);
      expect((await room.message.first().locator('b').textContent())?.trim()).toBe('Ada');
      await room.isAtBottom();
    }
    await eventually(() => ada.pending()).toEqual([]);
    const stored = await stage.subject.stored('messages');
    const times = await ben.message
      .locator('time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
    expect(times.map((time) => new Date(time ?? '').getTime())).toEqual(
      stored.map(({ createdAt }) => (createdAt as Date).getTime()),
    );
    await ada.send('   ');
    expect(await ada.texts()).toEqual(['one', 'two', 'three']);
  });

  add(
    'a full room opens at the newest message; scrolling up loads older ones without moving the visible ones',
    async (stage) => {
      const room = await stage.room(await stage.roomOf(130));
      await eventually(async () => last(await room.texts())).toBe('message 129');
      await eventually(() => room.message.count()).toBe(50);
      await room.isAtBottom();
      const top = (text: string) =>
        room.messages.evaluate((box, wanted) => {
          const all = [...box.querySelectorAll('.message')];
          const found = all.find((each) => each.querySelector('.text')?.textContent === wanted);
          return found ? found.getBoundingClientRect().top - box.getBoundingClientRect().top : undefined;
        }, text);
      await room.scrollTo(0);
      await eventually(() => room.message.count()).toBe(100);
      // It was at the top when the older ones were added, and must not move by more than a rounded line.
      await eventually(async () => Math.abs((await top('message 80')) ?? 1000) < 60, 'its place').toBe(true);
      await room.scrollTo(0);
      await eventually(() => room.message.count()).toBe(130);
      await eventually(async () => Math.abs((await top('message 30')) ?? 1000) < 60, 'its place').toBe(true);
      expect(await room.texts()).toEqual(Array.from({ length: 130 }, (_, n) => `message ${n}`));
      await stage.say(room.roomId, 'brand new');
      await eventually(async () => last(await room.texts())).toBe('brand new');
      expect((await room.texts()).length).toBe(131);
    },
  );

  add('older messages are loaded without scrolling if all messages fit', async (stage) => {
    const room = await stage.room(await stage.roomOf(130), { height: 9000 });
    await eventually(() => room.texts()).toEqual(Array.from({ length: 130 }, (_, n) => `message ${n}`));
    await room.isAtBottom();
  });

  add(
    'messages that arrive while the reader has scrolled up are unread, also in the title, until the reader scrolls down',
    async (stage) => {
      const room = await stage.room(await stage.roomOf(45));
      await room.isAtBottom();
      await eventually(() => room.message.count()).toBe(45);
      expect(await room.unread.count()).toBe(0);
      await room.scrollTo(300);
      await stage.say(room.roomId, 'news 1');
      await eventually(() => room.page.title()).toMatch(/^\(1\) /);
      await stage.say(room.roomId, 'news 2');
      await eventually(() => room.page.title()).toMatch(/^\(2\) /);
      expect(await room.unread.count()).toBe(1);
      const after = await room.unread.evaluate((mark) => {
        let next = mark.nextElementSibling;
        while (next && !next.querySelector('.text')) next = next.nextElementSibling;
        return next?.querySelector('.text')?.textContent;
      });
      expect(after).toBe('news 1');
      expect(await room.fromBottom()).toBeGreaterThan(100);
      const below = room.page.getByTestId('new-below');
      await eventually(async () => (await below.textContent())?.trim()).toBe('2 new messages below');
      await below.click();
      await room.isAtBottom();
      await eventually(() => below.count()).toBe(0);
      expect(await room.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(
        'new-message',
      );
      await eventually(() => room.page.title()).toMatch(/^Lobby/);
      await eventually(() => room.unread.count()).toBe(0);
    },
  );

  add('messages that arrive while the page is hidden are unread', async (stage) => {
    const room = await stage.room();
    const show = (hidden: boolean) =>
      room.page.evaluate((isHidden) => {
        const state = isHidden ? 'hidden' : 'visible';
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await stage.say(room.roomId, 'seen');
    await eventually(() => room.texts()).toEqual(['seen']);
    await eventually(() => room.page.title()).toMatch(/^Lobby/);
    await show(true);
    await stage.say(room.roomId, 'unseen');
    await eventually(() => room.page.title()).toMatch(/^\(1\) Lobby/);
    await eventually(() => room.unread.count()).toBe(1);
    await show(false);
    await eventually(() => room.page.title()).toMatch(/^Lobby/);
    await eventually(() => room.unread.count()).toBe(0);
  });

  add("the user's own messages are never unread", async (stage) => {
    const room = await stage.room(await stage.roomOf(45));
    await eventually(() => room.message.count()).toBe(45);
    await room.send('mine');
    await eventually(async () => last(await room.texts())).toBe('mine');
    await room.isAtBottom();
    expect(await room.unread.count()).toBe(0);
    await eventually(() => room.page.title()).toMatch(/^Lobby/);
  });

  add('messages of the same account from another browser are not unread', async (stage) => {
    const laptop = await person(stage, 'Ada');
    const phone = await person(stage, 'Ada', { isNew: false });
    const room = await stage.room(await stage.roomOf(45), { context: laptop.context });
    await eventually(() => room.message.count()).toBe(45);
    await room.isAtBottom();
    await room.scrollTo(300);
    await (await stage.room(room.roomId, { context: phone.context })).send('mine');
    await eventually(async () => last(await room.texts())).toBe('mine');
    expect(await room.unread.count()).toBe(0);
    expect(await room.page.title()).toMatch(/^Lobby/);
  });

  add('a message may have several lines: Shift+Enter starts one, Enter sends', async (stage) => {
    const room = await stage.room();
    await room.input.pressSequentially('one');
    await room.input.press('Shift+Enter');
    await room.input.pressSequentially('two');
    await room.input.press('Enter');
    await eventually(() => room.texts()).toEqual(['one\ntwo']);
    expect(await room.input.inputValue()).toBe('');
  });

  add('a text over the limit stays in the field, with an error below it, and isn’t sent', async (stage) => {
    const room = await stage.room();
    const over = room.page.getByTestId('over-limit');
    await room.send('x'.repeat(2370));
    await eventually(() => over.allTextContents()).toEqual(['2,370 of 2,000 characters']);
    expect(await over.getAttribute('role')).toBe('status');
    expect((await room.input.inputValue()).length).toBe(2370);
    expect(await room.texts()).toEqual([]);
    await room.input.fill('short');
    await eventually(() => over.count()).toBe(0);
    await room.input.press('Enter');
    await eventually(() => room.texts()).toEqual(['short']);
    const todos = await stage.todos();
    await todos.add('y'.repeat(501));
    await eventually(() => todos.page.getByTestId('over-limit').allTextContents()).toEqual([
      '501 of 500 characters',
    ]);
    expect(await todos.texts()).toEqual([]);
  });

  add('a message from another day shows its date', async (stage) => {
    const room = await stage.room();
    const createdAt = new Date(Date.now() - 3 * 86_400_000);
    const { roomId } = room;
    const message = { _id: 'old', roomId, nickname: 'Mia', text: 'old', createdAt };
    await stage.subject.collection('messages').insertOne(message);
    await stage.say(roomId, 'new');
    await eventually(() => room.texts()).toEqual(['old', 'new']);
    const [old, fresh] = await room.message.locator('time').all();
    expect(await old?.textContent()).toContain(`${createdAt.getFullYear()}`);
    expect(await fresh?.textContent()).toMatch(/^\d\d:\d\d$/);
    for (const time of [old, fresh]) expect(await time?.getAttribute('title')).toMatch(/\d{4}/);
  });

  add('older messages are not announced to screen readers as new', async (stage) => {
    const room = await stage.room(await stage.roomOf(130));
    await eventually(() => room.message.count()).toBe(50);
    await room.messages.evaluate((box) => {
      const states: (string | null)[] = [];
      Object.assign(window, { states });
      new MutationObserver((records) => {
        const isAbove = records.some(({ addedNodes }) =>
          [...addedNodes].some((node) => node instanceof Element && node.nextElementSibling),
        );
        if (isAbove) states.push(box.getAttribute('aria-live'));
      }).observe(box, { childList: true });
    });
    await room.scrollTo(0);
    await eventually(() => room.message.count()).toBe(100);
    const states = await room.page.evaluate(() => (window as unknown as { states: string[] }).states);
    expect(new Set(states)).toEqual(new Set(['off']));
    await eventually(() => room.messages.getAttribute('aria-live')).toBeNull();
  });

  add('a nickname changes on Enter or on leaving the field, and not before', async (stage) => {
    const room = await stage.room();
    const given = await room.nickname.inputValue();
    await room.shows(given);
    await room.nickname.fill('Ad');
    await room.nickname.pressSequentially('a');
    await room.send('before');
    await eventually(() => room.message.locator('b').allTextContents()).toEqual(['Ada']);
    // The server sets dates, so send the second after the first is stored.
    await eventually(async () => (await stage.subject.stored('messages')).length).toBe(1);
    await room.nickname.fill('Ben');
    await stage.say(room.roomId, 'meanwhile');
    await eventually(() => room.texts()).toEqual(['before', 'meanwhile']);
    expect(await room.present()).toEqual(['Ada']);
    await room.nickname.press('Enter');
    await room.shows('Ben');
    await room.call('  ');
    expect(await room.nickname.inputValue()).toBe('Ben');
  });

  add('the nickname is generated once and kept in the browser', async (stage) => {
    const context = await stage.profile();
    const room = await stage.room(undefined, { context });
    const given = await room.nickname.inputValue();
    expect(given).toMatch(/^Guest-\w{4}$/);
    await room.page.reload();
    await eventually(() => room.nickname.inputValue()).toBe(given);
    await room.call('Ada');
    await room.page.reload();
    await eventually(() => room.nickname.inputValue()).toBe('Ada');
    const other = await stage.room(undefined, { context });
    expect(await other.nickname.inputValue()).toBe('Ada');
    await other.send('by Ada');
    await eventually(() => other.message.locator('b').allTextContents()).toEqual(['Ada']);
  });
});

export const presence = pageFeature('people in a room', (add) => {
  add('everyone sees the others, with their nicknames', async (stage) => {
    const ada = await stage.room();
    await ada.call('Ada');
    await ada.shows('Ada');
    const ben = await stage.room(ada.roomId);
    await ben.call('Ben');
    for (const room of [ada, ben]) await room.shows('Ada', 'Ben');
    await ben.call('Benjamin');
    for (const room of [ada, ben]) await room.shows('Ada', 'Benjamin');
  });

  add('closing the tab or going to another page ends the presence', async (stage) => {
    const ada = await stage.room();
    await ada.call('Ada');
    const [ben, cleo] = [await stage.room(ada.roomId), await stage.room(ada.roomId)];
    await ben.call('Ben');
    await cleo.call('Cleo');
    await ada.shows('Ada', 'Ben', 'Cleo');
    await ben.page.close();
    await ada.shows('Ada', 'Cleo');
    await cleo.page.getByRole('link', { name: 'Home', exact: true }).click();
    await ada.shows('Ada');
    expect((await stage.subject.stored('presence')).length).toBe(1);
  });

  add('a person in two tabs is shown once, until both are closed', async (stage) => {
    const ada = await stage.room();
    await ada.call('Ada');
    const tabs = [await stage.room(ada.roomId), await stage.room(ada.roomId)];
    for (const tab of tabs) await tab.call('Ben');
    await eventually(async () =>
      (await stage.subject.stored('presence')).map(({ nickname }) => nickname).sort(),
    ).toEqual(['Ada', 'Ben', 'Ben']);
    for (const room of [ada, ...tabs]) await room.shows('Ada', 'Ben');
    await tabs[0]?.page.close();
    await eventually(async () => (await stage.subject.stored('presence')).length).toBe(2);
    await ada.shows('Ada', 'Ben');
    await tabs[1]?.page.close();
    await ada.shows('Ada');
  });

  add('a reload leaves no presence behind', async (stage) => {
    const ada = await stage.room();
    const ben = await stage.room(ada.roomId);
    await ada.call('Ada');
    await ben.call('Ben');
    await ada.shows('Ada', 'Ben');
    await ben.page.reload();
    await ben.shows('Ada', 'Ben');
    await ada.shows('Ada', 'Ben');
  });

  add('after SIGKILL of the app each person is shown once, and those who left not at all', async (stage) => {
    const ada = await stage.room();
    const relay = await stage.subject.relay();
    const ben = await stage.room(ada.roomId, { url: relay.url });
    await ada.call('Ada');
    await ben.call('Ben');
    await ada.shows('Ada', 'Ben');
    const { port } = stage.subject.app;
    await stage.subject.app.kill();
    relay.cut();
    await eventually(() => ada.connection.textContent()).toBe('offline');
    await stage.subject.start(port);
    await eventually(() => ada.connection.textContent()).toBe('online');
    // MongoDB still has Ben's and Ada's old presences; pages check their expiry.
    await ada.shows('Ada');
  });
});
