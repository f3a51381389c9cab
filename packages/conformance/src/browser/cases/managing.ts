import { expect } from 'vitest';
import { person } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';
import { listIdOf, TodoPage } from '../todo-page.ts';

/** A page under /lists/new, before its list exists. */
async function newList(stage: Stage): Promise<TodoPage> {
  const page = await stage.open('/');
  await page.goto(`${stage.subject.app.url}/lists/new`);
  const todos = new TodoPage(page, await listIdOf(page));
  await todos.input.waitFor();
  return todos;
}

const names = async (stage: Stage) => (await stage.subject.stored('lists')).map(({ name }) => name);

async function rename({ page }: TodoPage, name: string): Promise<void> {
  await page.getByTestId('rename').click();
  await page.getByTestId('list-name').fill(name);
  await page.getByTestId('list-name').press('Enter');
}

const shownName = async ({ page }: TodoPage) => (await page.locator('.list-name').textContent())?.trim();

export const newLists = pageFeature('a new list', (add) => {
  add('opening its page creates nothing', async (stage) => {
    const todos = await newList(stage);
    await todos.expectFocus('.new-todo');
    expect(await todos.page.getByTestId('remove').count()).toBe(0);
    await todos.page.reload();
    await todos.input.waitFor();
    await todos.page.goBack();
    await todos.page.getByTestId('new-list').waitFor();
    expect(await names(stage)).toEqual([]);
  });

  add('its first todo creates it, and the field keeps the focus', async (stage) => {
    const todos = await newList(stage);
    await todos.page.keyboard.type('milk');
    await todos.page.keyboard.press('Enter');
    await todos.page.keyboard.type('bread');
    await todos.page.keyboard.press('Enter');
    await todos.holds('milk', 'bread');
    await todos.expectFocus('.new-todo');
    await eventually(() => names(stage)).toEqual(['Untitled list']);
    await todos.equals(() => stage.stored(todos.listId));
    expect(new URL(todos.page.url()).pathname).toBe(`/lists/${todos.listId}`);
    await todos.page.reload();
    await todos.holds('milk', 'bread');
    await todos.page.goBack();
    await todos.page.getByTestId('lists').locator('a', { hasText: 'Untitled list' }).waitFor();
  });

  add('its name creates it', async (stage) => {
    const todos = await newList(stage);
    await rename(todos, 'Groceries');
    await eventually(() => shownName(todos)).toBe('Groceries');
    await eventually(() => names(stage)).toEqual(['Groceries']);
    await todos.add('milk');
    await todos.holds('milk');
    expect(await names(stage)).toEqual(['Groceries']);
  });

  add('a list that was rejected can be created later, on the same page', async (stage) => {
    const todos = await newList(stage);
    await stage.subject.fill('lists', 1000, { name: 'full' });
    await todos.add('milk');
    await todos.notice.waitFor();
    await todos.holds();
    await stage.subject.collection('lists').deleteOne({ _id: 'full-0' });
    await todos.add('bread');
    await todos.holds('bread');
    await eventually(() => stage.stored(todos.listId)).toEqual([{ text: 'bread', done: false }]);
  });

  add('a private one is created as private', async (stage) => {
    const ada = await person(stage, 'Ada');
    const { page } = ada.at;
    await page.getByTestId('new-private-list').click();
    await page.locator('.new-todo').waitFor();
    await page.getByTestId('lock').waitFor();
    expect(await names(stage)).toEqual([]);
    const todos = new TodoPage(page, await listIdOf(page));
    await rename(todos, 'Secret');
    await page.getByTestId('share-with').waitFor();
    await eventually(async () => (await stage.subject.stored('lists'))[0]).toMatchObject({
      name: 'Secret',
      members: [{ username: 'Ada' }],
    });
  });

  add('another user with its page open sees it appear', async (stage) => {
    const todos = await newList(stage);
    const other = await stage.open(`/lists/${todos.listId}`);
    await other.locator('.missing').waitFor();
    await todos.add('milk');
    await new TodoPage(other, todos.listId).holds('milk');
  });
});

export const managing = pageFeature('renaming and removing', (add) => {
  add('renaming a list renames it for everybody', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk'));
    const other = await stage.todos(todos.listId);
    await todos.page.getByTestId('rename').click();
    const field = todos.page.getByTestId('list-name');
    expect(await field.inputValue()).toBe('Groceries');
    await todos.expectFocus('[data-testid=list-name]');
    await field.fill('  Shopping  ');
    await todos.page.getByRole('button', { name: 'Save' }).click();
    for (const each of [todos, other]) await eventually(() => shownName(each)).toBe('Shopping');
    await eventually(() => other.page.title()).toMatch(/^Shopping · /);
    await eventually(() => names(stage)).toEqual(['Shopping']);
    await todos.expectFocus('[data-testid=rename]');
  });

  add('Escape and Cancel keep the name, and an empty name is not accepted', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries'));
    const field = todos.page.getByTestId('list-name');
    for (const leave of ['Escape', 'Cancel']) {
      await todos.page.getByTestId('rename').click();
      await field.fill('Shopping');
      if (leave === 'Escape') await field.press('Escape');
      else await todos.page.getByRole('button', { name: 'Cancel' }).click();
      await todos.expectFocus('[data-testid=rename]');
    }
    await rename(todos, '   ');
    await todos.expectFocus('[data-testid=list-name]');
    expect(await names(stage)).toEqual(['Groceries']);
  });

  add('the name being typed stays when another user renames the list', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries'));
    await todos.page.getByTestId('rename').click();
    const field = todos.page.getByTestId('list-name');
    await field.fill('Shopp');
    await stage.subject.collection('lists').updateOne({ _id: todos.listId }, { $set: { name: 'Errands' } });
    await eventually(() => shownName(todos)).toBe('Errands');
    expect(await field.inputValue()).toBe('Shopp');
  });

  add('a list is removed after a confirmation, and its other readers see a message', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk'));
    const other = await stage.todos(todos.listId);
    await other.holds('milk');
    const { page } = todos;
    const question = page.getByRole('dialog');
    await page.getByTestId('remove').click();
    await eventually(() => question.textContent()).toContain('Remove “Groceries” and all its todos');
    await page.keyboard.press('Escape');
    await todos.expectHidden(question);
    await todos.expectFocus('[data-testid=remove]');
    await page.getByTestId('remove').click();
    await question.getByRole('button', { name: 'Keep it' }).click();
    await todos.expectHidden(question);
    expect(await names(stage)).toEqual(['Groceries']);
    await page.getByTestId('remove').click();
    await page.getByTestId('confirm-removal').click();
    await page.getByTestId('new-list').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await eventually(() => names(stage)).toEqual([]);
    await eventually(() => page.getByTestId('lists').locator('a').count()).toBe(0);
    await eventually(async () => (await stage.subject.stored('todos')).length).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await eventually(() => other.page.locator('.missing').textContent()).toContain('somebody removed it');
    await other.expectFocus('#main');
  });

  add('a room is removed the same way', async (stage) => {
    const roomId = await stage.emptyRoom();
    await stage.say(roomId, 'hello');
    const room = await stage.room(roomId);
    const other = await stage.room(roomId);
    await eventually(() => other.texts()).toEqual(['hello']);
    await room.page.getByTestId('remove').click();
    await eventually(() => room.page.getByRole('dialog').textContent()).toContain(
      'Remove “Lobby” and all its messages',
    );
    await room.page.getByTestId('confirm-removal').click();
    await room.page.getByTestId('new-room').waitFor();
    await eventually(() => room.page.getByTestId('rooms').locator('a').count()).toBe(0);
    await eventually(async () => (await stage.subject.stored('messages')).length).toBe(0);
    await eventually(() => other.page.locator('.missing').textContent()).toContain('There is no such room.');
    expect(await other.page.locator('.missing').textContent()).toContain('somebody removed it');
  });

  add('only the owner may rename and remove a private list', async (stage) => {
    const ada = await person(stage, 'Ada');
    const ben = await person(stage, 'Ben');
    const listId = await stage.list('Secret', 'milk');
    await stage.give(listId, 'Ada', 'Ben');
    const ofBen = await stage.todos(listId, { context: ben.context });
    await ofBen.page.getByTestId('unshare').waitFor();
    expect(await ofBen.page.getByTestId('rename').count()).toBe(0);
    expect(await ofBen.page.getByTestId('remove').count()).toBe(0);
    const ofAda = await stage.todos(listId, { context: ada.context });
    await rename(ofAda, 'Secrets');
    await eventually(() => shownName(ofBen)).toBe('Secrets');
    await ofAda.page.getByTestId('remove').click();
    await ofAda.page.getByTestId('confirm-removal').click();
    await ofBen.page.locator('.missing').waitFor();
    expect(await ofBen.page.locator('.missing').textContent()).toContain('not shared with you any more');
  });

  add('empty sections say so', async (stage) => {
    const page = await stage.open('/');
    for (const place of ['lists', 'rooms']) {
      const said = await page
        .getByTestId(place)
        .evaluate((list) => getComputedStyle(list, '::before').content);
      expect(said, place).toContain('None yet');
    }
  });
});
