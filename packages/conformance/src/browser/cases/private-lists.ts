import { expect } from 'vitest';
import { AccountPage, type Person, password, person } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import { RoomPage } from '../room-page.ts';
import type { Stage } from '../stage.ts';
import { listIdOf, TodoPage } from '../todo-page.ts';

/** The open page of a private list with two todos, created through pages. */
async function privateList(stage: Stage, { at }: Person): Promise<TodoPage> {
  const { page } = at;
  await page.goto(new URL('/', page.url()).href);
  await page.getByTestId('new-private-list').click();
  const todos = new TodoPage(page, await listIdOf(page));
  await todos.input.waitFor();
  await todos.add('milk', 'bread');
  await todos.holds('milk', 'bread');
  await eventually(async () => (await stage.subject.stored('todos')).length).toBe(2);
  return todos;
}

/** The displayed members with their roles. */
async function members({ page }: TodoPage): Promise<string[]> {
  const rows = await page.getByTestId('member').all();
  return Promise.all(
    rows.map(async (row) => {
      const [name, role] = [row.locator('.who'), row.locator('.role')];
      return [await name.textContent(), ...(await role.allTextContents())].join(' ').trim();
    }),
  );
}

async function share({ page }: TodoPage, name: string): Promise<void> {
  await page.getByTestId('share-with').fill(name);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
}

/** Expects the page of a missing list, without any of these texts. */
async function expectMissing(page: TodoPage['page'], ...texts: string[]): Promise<void> {
  await page.locator('.missing').waitFor();
  const shown = (await page.locator('body').textContent()) ?? '';
  expect(shown).toContain('There is no such list.');
  for (const text of texts) expect(shown).not.toContain(text);
  expect(await page.locator('.todo-list li').count()).toBe(0);
  expect(await page.getByTestId('lock').count()).toBe(0);
}

export const privateLists = pageFeature('private lists', (add) => {
  add('while offline the page says that it can neither share nor leave a list', async (stage) => {
    await stage.subject.accounts().signUp('Ben', password);
    const relay = await stage.subject.relay();
    const todos = await privateList(stage, await person(stage, 'Ada', { url: relay.url }));
    const { page } = todos;
    await share(todos, 'Ben');
    await eventually(() => members(todos)).toEqual(['Ada owner', 'Ben']);
    relay.cut();
    await eventually(() => todos.connection.textContent()).toBe('offline');
    await share(todos, 'Cleo');
    await eventually(() => page.getByTestId('field-error').allTextContents()).toEqual([
      'There is no connection',
    ]);
    expect(await page.getByTestId('share-with').inputValue()).toBe('Cleo');
    await page.getByTestId('unshare').click();
    await eventually(() => todos.notice.textContent()).toContain('There is no connection');
    relay.mend();
    await eventually(() => todos.connection.textContent()).toBe('online');
    expect(await members(todos)).toEqual(['Ada owner', 'Ben']);
  });

  add("a new one has a lock on the owner's home page, and isn't on anybody else's", async (stage) => {
    const ada = await person(stage, 'Ada');
    const guest = await stage.open('/');
    const todos = await privateList(stage, ada);
    expect(await todos.page.getByTestId('lock').getAttribute('aria-label')).toBe('Private');
    expect(await members(todos)).toEqual(['Ada owner']);
    const [list] = await stage.subject.stored('lists');
    await ada.at.page.getByRole('link', { name: 'Home', exact: true }).click();
    await eventually(() => ada.at.mine()).toEqual([list?.name]);
    const link = ada.at.myLists.locator('.links a');
    expect(await link.getAttribute('href')).toBe(`/lists/${todos.listId}`);
    expect(await link.getByTestId('lock').count()).toBe(1);
    expect(await ada.at.page.getByTestId('lists').locator('a').count()).toBe(0);
    // A public list is sent after it.
    await stage.list('For everybody');
    await guest.getByTestId('lists').locator('a', { hasText: 'For everybody' }).waitFor();
    expect(await guest.getByTestId('lists').locator('a').count()).toBe(1);
    expect(await guest.getByTestId('my-lists').count()).toBe(0);
  });

  add("its owner's offline writes arrive", async (stage) => {
    const relay = await stage.subject.relay();
    const ada = await person(stage, 'Ada', { url: relay.url });
    const todos = await privateList(stage, ada);
    relay.cut();
    await eventually(() => todos.connection.textContent()).toBe('offline');
    await todos.add('butter');
    await todos.toggle(0).click();
    relay.mend();
    await todos.holds('milk', 'bread', 'butter');
    await todos.holdsDone(true, false, false);
    await todos.equals(() => stage.stored(todos.listId));
    expect(await todos.notice.count()).toBe(0);
  });

  add('for others its page is that of a missing list', async (stage) => {
    const todos = await privateList(stage, await person(stage, 'Ada'));
    const ben = await person(stage, 'Ben');
    const texts = async (path: string, context = ben.context) => {
      const page = await stage.open(path, { context });
      await expectMissing(page, 'milk', 'bread', 'Untitled');
      const shown = await page.locator('main').textContent();
      await page.close();
      return shown;
    };
    expect(await texts(`/lists/${todos.listId}`)).toBe(await texts('/lists/nobody'));
    await texts(`/lists/${todos.listId}`, await stage.profile());
  });

  add(
    'sharing shows it to the other user at once; taking the user off removes it from the open page',
    async (stage) => {
      const ada = await person(stage, 'Ada');
      const ben = await person(stage, 'Ben');
      const todos = await privateList(stage, ada);
      await ben.at.page.goto(`${stage.subject.app.url}/`);
      await ben.at.myLists.waitFor();
      const open = await stage.open(`/lists/${todos.listId}`, { context: ben.context });
      await expectMissing(open, 'milk');
      await share(todos, 'ben');
      const ofBen = new TodoPage(open, todos.listId);
      await ofBen.holds('milk', 'bread');
      await eventually(async () => (await ben.at.mine()).length).toBe(1);
      for (const each of [todos, ofBen]) await eventually(() => members(each)).toEqual(['Ada owner', 'Ben']);
      expect(await open.getByTestId('lock').count()).toBe(1);
      expect(await open.getByTestId('share-with').count()).toBe(0);
      expect(await todos.page.getByTestId('share-with').inputValue()).toBe('');
      await ofBen.add('by Ben');
      await todos.holds('milk', 'bread', 'by Ben');
      const takeOff = todos.page.getByTestId('unshare');
      expect((await takeOff.textContent())?.trim()).toBe('Take Ben off');
      await takeOff.click();
      await expectMissing(open, 'milk', 'bread', 'by Ben');
      await eventually(() => ben.at.mine()).toEqual([]);
      await eventually(() => members(todos)).toEqual(['Ada owner']);
      await todos.holds('milk', 'bread', 'by Ben');
    },
  );

  add('a member may leave it', async (stage) => {
    const todos = await privateList(stage, await person(stage, 'Ada'));
    const ben = await person(stage, 'Ben');
    await share(todos, 'Ben');
    const ofBen = await stage.todos(todos.listId, { context: ben.context });
    await ofBen.holds('milk', 'bread');
    const leave = ofBen.page.getByTestId('unshare');
    await leave.waitFor();
    expect((await leave.textContent())?.trim()).toBe('Leave this list');
    await leave.click();
    await expectMissing(ofBen.page, 'milk', 'bread');
    await eventually(() => members(todos)).toEqual(['Ada owner']);
  });

  add('an unknown account name has an error next to the field, and stays in it', async (stage) => {
    const todos = await privateList(stage, await person(stage, 'Ada'));
    const field = todos.page.getByTestId('share-with');
    for (const name of ['nobody', 'not a name']) {
      await share(todos, name);
      await eventually(() => field.getAttribute('aria-invalid')).toBe('true');
      await eventually(async () => (await todos.page.getByTestId('field-error').textContent())?.trim()).toBe(
        'There is no account with that name',
      );
      expect(await field.inputValue()).toBe(name);
      await field.fill('');
    }
    expect(await field.getAttribute('autocomplete')).toBe('off');
    expect(await members(todos)).toEqual(['Ada owner']);
  });

  add('logging out empties the page in every tab', async (stage) => {
    const ada = await person(stage, 'Ada');
    const todos = await privateList(stage, ada);
    const tab = await stage.todos(todos.listId, { context: ada.context });
    await tab.holds('milk', 'bread');
    await ada.at.logOut();
    for (const { page } of [tab, todos]) {
      await new AccountPage(page).isGuest();
      await eventually(async () => /milk|bread/.test((await page.locator('body').textContent()) ?? '')).toBe(
        false,
      );
    }
    await tab.page.reload();
    await expectMissing(tab.page, 'milk', 'bread');
  });

  add('logging in on the page of a private list shows it', async (stage) => {
    const todos = await privateList(stage, await person(stage, 'Ada'));
    const other = new AccountPage(await stage.open(`/lists/${todos.listId}`));
    await expectMissing(other.page, 'milk');
    await other.menu.getByRole('link', { name: 'Log in' }).click();
    await other.submit('Ada');
    await other.isAt('Ada');
    await new TodoPage(other.page, todos.listId).holds('milk', 'bread');
  });
});

export const marked = pageFeature('names in a room', (add) => {
  add("messages carry the account's name, with a mark; guests have a field for theirs", async (stage) => {
    const ada = await person(stage, 'Ada');
    const guest = await stage.room();
    const ofAda = await stage.room(guest.roomId, { context: ada.context });
    expect(await ofAda.nickname.count()).toBe(0);
    await guest.call('Ben');
    await ofAda.send('by Ada');
    await guest.send('by Ben');
    for (const room of [ofAda, guest]) {
      await eventually(async () => (await room.texts()).toSorted()).toEqual(['by Ada', 'by Ben']);
      await room.shows('Ada', 'Ben');
      const names = async () => {
        const all = await room.message.locator('b').allTextContents();
        return all.map((name) => name.trim()).toSorted();
      };
      await eventually(names).toEqual(['Ada', 'Ben']);
      const marks = room.page.getByTestId('account-mark');
      await eventually(() => marks.count()).toBe(1);
      const marked = room.message.filter({ has: room.page.getByTestId('account-mark') });
      expect(await marked.locator('.text').textContent()).toBe('by Ada');
      expect(await marks.getAttribute('aria-label')).toBe('Account');
    }
  });

  add("a guest who uses an account's name gets an error, and is not taken for the account", async (stage) => {
    await stage.subject.accounts().signUp('Ada', 'open sesame here');
    const room = new RoomPage((await stage.room()).page, '');
    await room.call('ada');
    await room.send('not by Ada');
    await room.page.getByTestId('notice').waitFor();
    await eventually(() => room.texts()).toEqual([]);
    expect(await stage.subject.stored('messages')).toEqual([]);
  });
});
