import { expect } from 'vitest';
import { eventually } from '../browser/eventually.ts';
import { pageFeature } from '../browser/page-feature.ts';
import type { Stage } from '../browser/stage.ts';
import type { TodoPage } from '../browser/todo-page.ts';

export const live = pageFeature('principle 3: react to data changes', (add) => {
  add("another client's writes show on an open page", async (stage) => {
    const todos = await openList(stage);
    const other = stage.subject.writers();
    await expectFollows(todos, {
      add: () => other.call('todos.insert', { _id: 'new', listId: todos.listId, text: 'added' }),
      tick: () => other.call('todos.setDone', { _id: `${todos.listId}-0`, done: true }),
      remove: () => other.call('todos.remove', { _id: `${todos.listId}-1` }),
    });
  });

  add("another program's writes straight to MongoDB show on an open page", async (stage) => {
    const todos = await openList(stage);
    const { listId } = todos;
    const collection = stage.subject.collection('todos');
    await expectFollows(todos, {
      add: () => stage.add(listId, 'added'),
      tick: () => collection.updateOne({ _id: `${listId}-0` }, { $set: { done: true } }),
      remove: () => collection.deleteOne({ _id: `${listId}-1` }),
    });
  });
});

async function openList(stage: Stage): Promise<TodoPage> {
  const todos = await stage.todos(await stage.list('Groceries', 'ticked', 'removed'));
  await todos.holds('ticked', 'removed');
  return todos;
}

async function expectFollows(
  todos: TodoPage,
  writes: Record<'add' | 'tick' | 'remove', () => Promise<unknown>>,
): Promise<void> {
  // A reload would remove this mark.
  await todos.page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await writes.add();
  await todos.holds('ticked', 'removed', 'added');
  await writes.tick();
  await todos.holdsDone(true, false, false);
  await writes.remove();
  await eventually(() => todos.texts()).toEqual(['ticked', 'added']);
  expect(await todos.page.evaluate(() => 'isSamePage' in window)).toBe(true);
}
