import { comesAbout } from '../browser/comes-about.ts';
import type { Stage } from '../browser/stage.ts';
import type { TodoPage } from '../browser/todo-page.ts';
import { type Answer, principle } from './principle.ts';

export const live = principle(3, 'React to data changes', (add) => {
  add("another client's writes show on an open page", {}, async (stage) => {
    const todos = await openList(stage);
    const other = stage.subject.writers();
    return follows(todos, {
      add: () => other.call('todos.insert', { _id: 'new', listId: todos.listId, text: 'added' }),
      tick: () => other.call('todos.setDone', { _id: `${todos.listId}-0`, done: true }),
      remove: () => other.call('todos.remove', { _id: `${todos.listId}-1` }),
    });
  });

  add('what another program writes straight into MongoDB shows on an open page', {}, async (stage) => {
    const todos = await openList(stage);
    const { listId } = todos;
    const collection = stage.subject.collection('todos');
    return follows(todos, {
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

async function follows(
  todos: TodoPage,
  writes: Record<'add' | 'tick' | 'remove', () => Promise<unknown>>,
): Promise<Answer> {
  // A page that was loaded anew has no mark.
  await todos.page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const row = async (text: string) => (await todos.shown()).find((shown) => shown.text === text);
  await writes.add();
  const added = await comesAbout(async () => (await row('added')) !== undefined);
  await writes.tick();
  const changed = await comesAbout(async () => (await row('ticked'))?.done === true);
  await writes.remove();
  const removed = await comesAbout(async () => (await row('removed')) === undefined);
  const isSamePage = await todos.page.evaluate(() => 'isSamePage' in window);
  const shows = (is: boolean, what: string) => `${what} ${is ? 'shows' : "doesn't show"}`;
  return {
    holds: added && changed && removed && isSamePage,
    seen: [
      shows(added, 'a new todo'),
      shows(changed, 'a change'),
      shows(removed, 'a removal'),
      isSamePage ? 'the page was not loaded anew' : 'the page was loaded anew',
    ].join('; '),
  };
}
