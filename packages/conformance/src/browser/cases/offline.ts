import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';

/** A list page with a connection that can be cut. */
async function cuttable(stage: Stage, ...texts: string[]) {
  const relay = await stage.subject.relay();
  const todos = await stage.todos(await stage.list('Groceries', ...texts), { url: relay.url });
  await todos.holds(...texts);
  const offline = async () => {
    relay.cut();
    await eventually(() => todos.connection.textContent()).toBe('offline');
  };
  const online = async () => {
    relay.mend();
    await eventually(() => todos.connection.textContent()).toBe('online');
  };
  return { relay, todos, offline, online };
}

export const offline = pageFeature('offline, then back', (add) => {
  add('the state of the connection is shown', async (stage) => {
    const { todos, offline, online } = await cuttable(stage);
    expect(await todos.connection.getAttribute('class')).toContain('online');
    expect(await todos.connection.getAttribute('role')).toBe('status');
    await offline();
    expect(await todos.connection.getAttribute('class')).toContain('offline');
    await online();
  });

  add('text typed while offline is sent once, in order, and the page equals the database', async (stage) => {
    const { todos, offline, online } = await cuttable(stage, 'one', 'two', 'three');
    await offline();
    await todos.add('four', 'five');
    await todos.toggle(0).click();
    const field = await todos.edit(1);
    await field.fill('zwei');
    await field.press('Enter');
    await todos.item(2).hover();
    await todos.item(2).locator('.destroy').click();
    await eventually(() => todos.texts()).toEqual(['one', 'zwei', 'four', 'five']);
    expect((await stage.stored(todos.listId)).length).toBe(3);
    await online();
    await todos.holds('one', 'zwei', 'four', 'five');
    await todos.holdsDone(true, false, false, false);
    await todos.equals(() => stage.stored(todos.listId));
    expect(await todos.notice.count()).toBe(0);
  });

  add('a page asks before it is closed with unsent changes', async (stage) => {
    const { todos, offline, online } = await cuttable(stage);
    await offline();
    await todos.add('waits');
    const asking = todos.page.waitForEvent('dialog');
    await todos.page.close({ runBeforeUnload: true });
    expect((await asking).type()).toBe('beforeunload');
    await online();
    await todos.holds('waits');
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('a write whose answer was lost is not repeated', async (stage) => {
    const { relay, todos, offline, online } = await cuttable(stage);
    relay.hold('down');
    await todos.add('once');
    await eventually(() => stage.stored(todos.listId)).toEqual([{ text: 'once', done: false }]);
    await eventually(() => todos.shown()).toMatchObject([{ text: 'once', pending: true }]);
    await offline();
    await online();
    await todos.holds('once');
    await todos.equals(() => stage.stored(todos.listId));
    expect(await todos.notice.count()).toBe(0);
  });

  add('others’ writes made while offline appear after reconnecting', async (stage) => {
    const { todos, offline, online } = await cuttable(stage, 'changed', 'removed');
    await offline();
    const collection = stage.subject.collection('todos');
    await collection.updateOne({ _id: `${todos.listId}-0` }, { $set: { text: 'meanwhile', done: true } });
    await collection.deleteOne({ _id: `${todos.listId}-1` });
    await todos.add('mine');
    await online();
    await todos.holds('meanwhile', 'mine');
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('a message that was written offline arrives once', async (stage) => {
    const relay = await stage.subject.relay();
    const ada = await stage.room(undefined, { url: relay.url });
    const ben = await stage.room(ada.roomId);
    await ada.call('Ada');
    await ben.send('before');
    await eventually(() => ada.texts()).toEqual(['before']);
    relay.cut();
    await eventually(() => ada.connection.textContent()).toBe('offline');
    await ada.send('from afar');
    await ada.send('and another');
    await eventually(() => ada.pending()).toEqual(['from afar', 'and another']);
    await ben.send('meanwhile');
    relay.mend();
    for (const room of [ada, ben]) {
      await eventually(() => room.texts()).toEqual(['before', 'meanwhile', 'from afar', 'and another']);
    }
    await eventually(() => ada.pending()).toEqual([]);
    expect((await stage.subject.stored('messages')).length).toBe(4);
  });

  add('the app is killed and restarted: pages reconnect by themselves', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'one'));
    const { port } = stage.subject.app;
    await stage.subject.app.kill();
    await eventually(() => todos.connection.textContent()).toBe('offline');
    await todos.add('typed meanwhile');
    await stage.subject.start(port);
    await todos.holds('one', 'typed meanwhile');
    await todos.equals(() => stage.stored(todos.listId));
  });
});

export const two = pageFeature('two browsers', (add) => {
  add("each shows the other's changes", async (stage) => {
    const ada = await stage.todos();
    const ben = await stage.todos(ada.listId);
    await ada.add('by Ada');
    await ben.holds('by Ada');
    await ben.add('by Ben');
    await ada.holds('by Ada', 'by Ben');
    await ben.toggle(0).check();
    await ada.holdsDone(true, false);
    const field = await ada.edit(1);
    await field.fill('by both');
    await field.press('Enter');
    await ben.holds('by Ada', 'by both');
    await ben.clearCompleted.click();
    await ada.holds('by both');
    for (const todos of [ada, ben]) await todos.equals(() => stage.stored(ada.listId));
  });

  add('both show writes straight into the database', async (stage) => {
    const listId = await stage.list();
    const [ada, ben] = [await stage.todos(listId), await stage.todos(listId)];
    await stage.add(listId, 'direct', { done: true });
    for (const todos of [ada, ben]) {
      await todos.holds('direct');
      await todos.holdsDone(true);
    }
  });

  add('lists and rooms created by one are on the home page of the other', async (stage) => {
    const [ada, ben] = [await stage.open('/'), await stage.open('/')];
    await ada.getByTestId('new-list').fill('Shared');
    await ada.getByTestId('new-list').press('Enter');
    await ben.getByTestId('lists').locator('a', { hasText: 'Shared' }).waitFor();
    await ben.getByTestId('new-room').fill('Meeting');
    await ben.getByTestId('new-room').press('Enter');
    await ada.getByTestId('rooms').locator('a', { hasText: 'Meeting' }).waitFor();
  });
});

/** A browser on each stack; both use one database. */
export const oneOnEach = pageFeature<[Stage, Stage]>('one browser on each stack', (add) => {
  add('they share a list', async (one, other) => {
    const ada = await one.todos();
    const ben = await other.todos(ada.listId);
    await ada.add('by Ada');
    await ben.holds('by Ada');
    await ben.add('by Ben');
    await ada.holds('by Ada', 'by Ben');
    await ada.toggle(1).check();
    await ben.holdsDone(false, true);
    await ben.clearCompleted.click();
    await ada.holds('by Ada');
    for (const todos of [ada, ben]) await todos.equals(() => one.stored(ada.listId));
  });

  add('they chat in a room, and see each other in it', async (one, other) => {
    const ada = await one.room();
    const ben = await other.room(ada.roomId);
    await ada.call('Ada');
    await ben.call('Ben');
    for (const room of [ada, ben]) await room.shows('Ada', 'Ben');
    await ada.send('hello');
    await eventually(() => ben.texts()).toEqual(['hello']);
    await ben.send('hello yourself');
    await eventually(() => ada.texts()).toEqual(['hello', 'hello yourself']);
    await ben.page.close();
    await ada.shows('Ada');
  });

  add('their pages have the same structure: tags, classes, roles and names', async (one, other) => {
    const listId = await one.list('Groceries', 'milk', 'bread');
    const roomId = await one.emptyRoom();
    await one.say(roomId, 'hello');
    await one.subject.collection('todos').updateOne({ _id: `${listId}-0` }, { $set: { done: true } });
    for (const path of ['/', `/lists/${listId}`, `/rooms/${roomId}`, '/lists/nobody', '/no/such/page']) {
      const pages = [await one.open(path), await other.open(path)];
      const outlines = () =>
        Promise.all(
          pages.map(async (page) =>
            (await page.locator('main').ariaSnapshot()).replaceAll(/Guest-\w{4}/g, 'Guest'),
          ),
        );
      await eventually(async () => {
        const [first, second] = await outlines();
        return first === second ? 'the same' : [first, second];
      }, path).toBe('the same');
      for (const page of pages) await page.close();
    }
  });
});
