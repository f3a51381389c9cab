import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';
import type { TodoPage } from '../todo-page.ts';

/** A list of two todos, the second of which is being edited: `mine` is typed. */
async function editing(stage: Stage) {
  const todos = await stage.todos(await stage.list('Groceries', 'milk', 'bread'));
  await todos.holds('milk', 'bread');
  const field = await todos.edit(1);
  await field.fill('mine');
  return { todos, field };
}

/** Somebody else's writes, straight into the database. */
const save = (stage: Stage, { listId }: TodoPage, fields: { text?: string; done?: boolean }) =>
  stage.subject.collection('todos').updateOne({ _id: `${listId}-1` }, { $set: fields });
const remove = (stage: Stage, { listId }: TodoPage) =>
  stage.subject.collection('todos').deleteOne({ _id: `${listId}-1` });

const conflictOf = ({ page }: TodoPage) => page.getByTestId('conflict');
const lostOf = ({ page }: TodoPage) => page.getByTestId('lost-draft');

async function isTold(todos: TodoPage, theirs: string): Promise<void> {
  await eventually(() => conflictOf(todos).locator('[role=alert]').allTextContents(), 'what is told').toEqual(
    [expect.stringContaining(`Somebody changed it to “${theirs}”`)],
  );
}

export const drafts = pageFeature('what is being edited', (add) => {
  add("another's save of the same todo is told, and what is typed stays", async (stage) => {
    const { todos, field } = await editing(stage);
    await save(stage, todos, { text: 'theirs' });
    await isTold(todos, 'theirs');
    expect(await field.inputValue()).toBe('mine');
    await todos.expectFocus('.edit');
    await todos.page.keyboard.type(' and more');
    expect(await field.inputValue()).toBe('mine and more');
    await save(stage, todos, { text: 'theirs again' });
    await isTold(todos, 'theirs again');
    expect(await stage.stored(todos.listId)).toMatchObject([{ text: 'milk' }, { text: 'theirs again' }]);
  });

  add('one chooses: keep mine', async (stage) => {
    const { todos } = await editing(stage);
    await save(stage, todos, { text: 'theirs' });
    await conflictOf(todos).getByRole('button', { name: 'Keep mine' }).click();
    await todos.holds('milk', 'mine');
    await todos.equals(() => stage.stored(todos.listId));
    expect(await conflictOf(todos).count()).toBe(0);
    await todos.expectFocus('li:nth-child(2) label');
  });

  add('or: take theirs', async (stage) => {
    const { todos } = await editing(stage);
    await save(stage, todos, { text: 'theirs' });
    await conflictOf(todos).getByRole('button', { name: 'Take theirs' }).click();
    await todos.holds('milk', 'theirs');
    await todos.equals(() => stage.stored(todos.listId));
    await todos.expectFocus('li:nth-child(2) label');
    expect(await (await todos.edit(1)).inputValue()).toBe('theirs');
  });

  add('to leave the field chooses neither; Enter keeps mine, Escape takes theirs', async (stage) => {
    const { todos, field } = await editing(stage);
    await save(stage, todos, { text: 'theirs' });
    await isTold(todos, 'theirs');
    await todos.input.click();
    await todos.expectFocus('.new-todo');
    expect(await field.inputValue()).toBe('mine');
    expect(await stage.stored(todos.listId)).toMatchObject([{ text: 'milk' }, { text: 'theirs' }]);
    await field.press('Enter');
    await todos.holds('milk', 'mine');
    const again = await todos.edit(1);
    await again.fill('mine again');
    await save(stage, todos, { text: 'theirs again' });
    await isTold(todos, 'theirs again');
    await again.press('Escape');
    await todos.holds('milk', 'theirs again');
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('where nothing was typed yet there is nothing to choose, and nothing is overwritten', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk', 'bread'));
    const field = await todos.edit(1);
    await save(stage, todos, { text: 'theirs' });
    await eventually(() => field.inputValue()).toBe('theirs');
    await field.press('Enter');
    await todos.holds('milk', 'theirs');
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('a mark that somebody else makes is none of its business, whatever the filter', async (stage) => {
    const { todos, field } = await editing(stage);
    await todos.page.evaluate(() => {
      location.hash = '#/active';
    });
    await eventually(() => todos.page.locator('.filters .selected').textContent()).toBe('Active');
    await save(stage, todos, { done: true });
    await eventually(() => todos.count.textContent()).toMatch(/1 item left/);
    expect(await field.inputValue()).toBe('mine');
    expect(await conflictOf(todos).count()).toBe(0);
    await field.press('Enter');
    await eventually(() => todos.texts()).toEqual(['milk']);
    await eventually(() => stage.stored(todos.listId)).toEqual([
      { text: 'milk', done: false },
      { text: 'mine', done: true },
    ]);
  });

  add(
    'a todo that somebody removes meanwhile: it is said, and what was typed is there to copy',
    async (stage) => {
      const { todos } = await editing(stage);
      await remove(stage, todos);
      const lost = lostOf(todos);
      await eventually(() => lost.locator('[role=alert]').allTextContents()).toEqual([
        expect.stringContaining('Somebody removed the todo that you were editing'),
      ]);
      expect(await lost.locator('input').inputValue()).toBe('mine');
      await todos.holds('milk');
      await todos.expectFocus('[data-testid=lost-draft] input');
      expect(await todos.page.evaluate(() => getSelection()?.toString())).toBe('mine');
      expect(await todos.notice.count()).toBe(0);
      await lost.getByRole('button', { name: 'Let it go' }).click();
      await todos.expectHidden(lost);
      await todos.expectFocus('.new-todo');
      await todos.equals(() => stage.stored(todos.listId));
    },
  );

  add('it can be added again', async (stage) => {
    const { todos } = await editing(stage);
    await remove(stage, todos);
    await lostOf(todos).getByRole('button', { name: 'Add it again' }).click();
    await todos.holds('milk', 'mine');
    await todos.expectHidden(lostOf(todos));
    await todos.expectFocus('.new-todo');
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('so it is when the whole list goes', async (stage) => {
    const { todos } = await editing(stage);
    await stage.subject.collection('todos').deleteMany({});
    await stage.subject.collection('lists').deleteMany({});
    await todos.page.locator('.missing').waitFor();
    await eventually(() => lostOf(todos).locator('input').inputValue()).toBe('mine');
    expect(await lostOf(todos).getByRole('button').allTextContents()).toEqual(['Let it go']);
    await todos.expectFocus('[data-testid=lost-draft] input');
  });
});
