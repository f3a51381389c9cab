import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';
import type { TodoPage } from '../todo-page.ts';

const [cheese, cat, doctor] = ['buy some cheese', 'feed the cat', 'book a doctors appointment'];

/** Whether the middle of an element is visible. */
function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** The checks of the TodoMVC specification's own suites (tastejs/todomvc), except those for localStorage. */
async function three(stage: Stage): Promise<TodoPage> {
  const todos = await stage.todos(await stage.list('Groceries', cheese, cat, doctor));
  await todos.holds(cheese, cat, doctor);
  return todos;
}

export const newTodo = pageFeature('TodoMVC: a new todo', (add) => {
  add('the field has the focus', async (stage) => {
    await (await stage.todos()).expectFocus('.new-todo');
  });

  add('an empty list has neither main nor footer', async (stage) => {
    const todos = await stage.todos();
    expect(await todos.items.count()).toBe(0);
    expect(await todos.main.isVisible()).toBe(false);
    expect(await todos.footer.isVisible()).toBe(false);
    expect(await todos.page.locator('.todoapp h1').textContent()).toBe('todos');
    expect(await todos.input.getAttribute('placeholder')).toBe('What needs to be done?');
  });

  add('todos are added at the end, and the empty field keeps the focus', async (stage) => {
    const todos = await stage.todos();
    await todos.add(cheese);
    expect(await todos.input.inputValue()).toBe('');
    await todos.holds(cheese);
    await todos.add(cat, doctor);
    await todos.holds(cheese, cat, doctor);
    await todos.expectFocus('.new-todo');
    expect(await todos.count.textContent()).toMatch(/^\s*3 items left\s*$/);
    expect(await todos.main.isVisible()).toBe(true);
    expect(await todos.footer.isVisible()).toBe(true);
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('the page scrolls to a new todo that is out of sight', async (stage) => {
    const many = Array.from({ length: 60 }, (_, n) => `todo ${n}`);
    const todos = await stage.todos(await stage.list('Groceries', ...many));
    await todos.add('the last');
    await eventually(() => isInView(todos.items.last()), 'the new todo is in view').toBe(true);
  });

  add("other apps' suites find everything by role and name", async (stage) => {
    const { page } = await stage.todos(await stage.list('Groceries', cheese));
    await page.getByRole('textbox', { name: 'What needs to be done?' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Toggle Todo' }).check();
    await page.getByRole('checkbox', { name: '❯Mark all as complete', exact: true }).uncheck();
    await page.getByLabel('Mark all as complete').check();
    await page.getByTestId('todo-title').dblclick();
    await page.getByRole('textbox', { name: 'Edit' }).press('Escape');
    await eventually(() => page.getByTestId('todo-count').textContent()).toMatch(/^\s*0 items left\s*$/);
    await page.getByTestId('todo-item').hover();
    await page.getByRole('button', { name: 'Delete' }).click();
    await eventually(() => page.getByTestId('todo-item').count()).toBe(0);
  });

  add('text is trimmed, and blank text adds nothing', async (stage) => {
    const todos = await stage.todos();
    await todos.add('   ', `    ${cheese}    `, '');
    await todos.holds(cheese);
    expect(await stage.stored(todos.listId)).toEqual([{ text: cheese, done: false }]);
  });

  add('no other element has the classes', async (stage) => {
    const todos = await three(stage);
    for (const name of ['new-todo', 'main', 'footer', 'todo-list', 'todo-count', 'filters', 'toggle-all']) {
      expect(await todos.page.locator(`.${name}`).count(), name).toBe(1);
    }
    expect(await todos.page.locator('.destroy').count()).toBe(3);
  });
});

export const doneTodos = pageFeature('TodoMVC: done', (add) => {
  add('a todo is marked and unmarked', async (stage) => {
    const todos = await three(stage);
    await todos.toggle(0).check();
    await todos.holdsDone(true, false, false);
    await todos.toggle(1).check();
    await todos.holdsDone(true, true, false);
    await todos.toggle(0).uncheck();
    await todos.holdsDone(false, true, false);
    expect(await todos.toggle(0).isChecked()).toBe(false);
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('all are marked and unmarked at once', async (stage) => {
    const todos = await three(stage);
    await todos.toggleAll.check();
    await todos.holdsDone(true, true, true);
    await todos.toggleAll.uncheck();
    await todos.holdsDone(false, false, false);
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('the toggle of all follows the single ones', async (stage) => {
    const todos = await three(stage);
    for (const n of [0, 1, 2]) await todos.toggle(n).check();
    await eventually(() => todos.toggleAll.isChecked()).toBe(true);
    await todos.toggle(1).uncheck();
    await eventually(() => todos.toggleAll.isChecked()).toBe(false);
    await todos.toggle(1).check();
    await eventually(() => todos.toggleAll.isChecked()).toBe(true);
  });

  add('the counter counts the remaining todos, in singular and plural', async (stage) => {
    const todos = await stage.todos();
    const text = () => todos.count.textContent();
    await todos.add(cheese);
    await eventually(text).toMatch(/^\s*1 item left\s*$/);
    expect(await todos.count.locator('strong').textContent()).toBe('1');
    await todos.add(cat);
    await eventually(text).toMatch(/^\s*2 items left\s*$/);
    await todos.toggleAll.check();
    await eventually(text).toMatch(/^\s*0 items left\s*$/);
  });

  add('completed todos are cleared by a button, which only exists then', async (stage) => {
    const todos = await three(stage);
    expect(await todos.clearCompleted.isVisible()).toBe(false);
    await todos.toggle(1).check();
    await eventually(() => todos.clearCompleted.textContent()).toMatch(/^\s*Clear completed\s*$/);
    await todos.clearCompleted.click();
    await todos.holds(cheese, doctor);
    await todos.expectHidden(todos.clearCompleted);
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('a todo is removed by its button, which shows on hover', async (stage) => {
    const todos = await three(stage);
    const button = todos.item(1).locator('.destroy');
    expect(await button.getAttribute('aria-label')).toBe(`Delete: ${cat}`);
    await todos.item(1).hover();
    await button.click();
    await todos.holds(cheese, doctor);
    for (const _ of [0, 1]) {
      await todos.item(0).hover();
      await todos.item(0).locator('.destroy').click();
    }
    await todos.holds();
    await todos.expectHidden(todos.footer);
    expect(await todos.main.isVisible()).toBe(false);
  });
});

export const editing = pageFeature('TodoMVC: editing', (add) => {
  add(
    'a double click starts it: the field has the text and the focus, and the rest is hidden',
    async (stage) => {
      const todos = await three(stage);
      const field = await todos.edit(1);
      expect(await field.inputValue()).toBe(cat);
      await todos.expectFocus('.edit');
      expect(await todos.item(1).getAttribute('class')).toContain('editing');
      expect(await todos.toggle(1).isVisible()).toBe(false);
      expect(await todos.item(1).locator('label').isVisible()).toBe(false);
      expect(await todos.page.locator('.todo-list li.editing').count()).toBe(1);
    },
  );

  add('Enter saves', async (stage) => {
    const todos = await three(stage);
    const field = await todos.edit(1);
    await field.fill('buy some sausages');
    await field.press('Enter');
    await todos.holds(cheese, 'buy some sausages', doctor);
    expect(await todos.page.locator('.editing').count()).toBe(0);
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('leaving the field saves', async (stage) => {
    const todos = await three(stage);
    const field = await todos.edit(1);
    await field.fill('buy some sausages');
    await field.blur();
    await todos.holds(cheese, 'buy some sausages', doctor);
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('a blur by a script also saves', async (stage) => {
    const todos = await three(stage);
    const field = await todos.edit(1);
    await field.fill('buy some sausages');
    await field.dispatchEvent('blur');
    await todos.holds(cheese, 'buy some sausages', doctor);
    expect(await todos.page.locator('.editing').count()).toBe(0);
  });

  add('Escape restores the text', async (stage) => {
    const todos = await three(stage);
    const field = await todos.edit(1);
    await field.fill('foo');
    await field.press('Escape');
    await todos.holds(cheese, cat, doctor);
    expect(await (await todos.edit(1)).inputValue()).toBe(cat);
    await todos.page.keyboard.press('Escape');
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('the new text is trimmed', async (stage) => {
    const todos = await three(stage);
    const field = await todos.edit(1);
    await field.fill('    buy some sausages    ');
    await field.press('Enter');
    await todos.holds(cheese, 'buy some sausages', doctor);
  });

  add('an empty text removes the todo', async (stage) => {
    const todos = await three(stage);
    const field = await todos.edit(1);
    await field.fill('   ');
    await field.press('Enter');
    await todos.holds(cheese, doctor);
    await todos.equals(() => stage.stored(todos.listId));
  });

  add("another user's write doesn't disturb it", async (stage) => {
    const todos = await three(stage);
    const field = await todos.edit(1);
    await field.fill('in the middle of');
    await stage.subject
      .collection('todos')
      .updateOne({ _id: `${todos.listId}-0` }, { $set: { text: 'other' } });
    await eventually(() => todos.item(0).locator('label').textContent()).toBe('other');
    expect(await field.inputValue()).toBe('in the middle of');
    await todos.expectFocus('.edit');
  });

  add(
    "another user's write to the same todo doesn't change the field, and the last write wins",
    async (stage) => {
      const todos = await three(stage);
      const change = (text: string) =>
        stage.subject.collection('todos').updateOne({ _id: `${todos.listId}-1` }, { $set: { text } });
      const field = await todos.edit(1);
      await field.fill('mine');
      await change('theirs');
      await eventually(() => todos.item(1).locator('label').textContent()).toBe('theirs');
      expect(await field.inputValue()).toBe('mine');
      await field.press('Enter');
      await todos.holds(cheese, 'mine', doctor);
      await todos.equals(() => stage.stored(todos.listId));
    },
  );

  add('a todo that another user removes disappears, though it is being edited', async (stage) => {
    const todos = await three(stage);
    await (await todos.edit(1)).fill('mine');
    await stage.subject.collection('todos').deleteOne({ _id: `${todos.listId}-1` });
    await todos.holds(cheese, doctor);
    await todos.equals(() => stage.stored(todos.listId));
    expect(await todos.notice.count()).toBe(0);
  });
});

export const filters = pageFeature('TodoMVC: filters', (add) => {
  /** Three todos, the second of them completed. */
  const mixed = async (stage: Stage) => {
    const todos = await three(stage);
    await todos.toggle(1).check();
    await todos.holdsDone(false, true, false);
    return todos;
  };

  add(
    'links filter all, active and completed todos, and the current one is highlighted and in the URL',
    async (stage) => {
      const todos = await mixed(stage);
      for (const [name, hash, ...texts] of [
        ['Active', '#/active', cheese, doctor],
        ['Completed', '#/completed', cat],
        ['All', '#/', cheese, cat, doctor],
      ] as const) {
        await todos.filter(name).click();
        await eventually(() => todos.texts()).toEqual(texts);
        expect(new URL(todos.page.url()).hash).toBe(hash);
        for (const mark of ['.selected', '[aria-current=true]']) {
          expect(await todos.page.locator(`.filters ${mark}`).allTextContents()).toEqual([name]);
        }
      }
    },
  );

  add('the URL selects the filter, also after a reload', async (stage) => {
    const listId = await stage.list('Groceries', cheese, cat);
    await stage.subject.collection('todos').updateOne({ _id: `${listId}-0` }, { $set: { done: true } });
    const page = await stage.open(`/lists/${listId}#/completed`);
    const shown = () => page.locator('.todo-list li:visible').allInnerTexts();
    const trimmed = async () => (await shown()).map((text) => text.trim());
    await eventually(trimmed).toEqual([cheese]);
    await page.reload();
    await eventually(trimmed).toEqual([cheese]);
    expect(await page.locator('.filters .selected').textContent()).toBe('Completed');
  });

  add('the back button returns to the previous filter', async (stage) => {
    const todos = await mixed(stage);
    for (const name of ['Active', 'Completed'] as const) await todos.filter(name).click();
    await eventually(() => todos.texts()).toEqual([cat]);
    await todos.page.goBack();
    await eventually(() => todos.texts()).toEqual([cheese, doctor]);
    await todos.page.goBack();
    await eventually(() => todos.texts()).toEqual([cheese, cat, doctor]);
    await todos.page.goForward();
    await eventually(() => todos.texts()).toEqual([cheese, doctor]);
  });

  add('under a filter the counter and the toggle of all apply to all todos', async (stage) => {
    const todos = await mixed(stage);
    await todos.filter('Completed').click();
    await eventually(() => todos.texts()).toEqual([cat]);
    expect(await todos.count.textContent()).toMatch(/2 items left/);
    expect(await todos.toggleAll.isChecked()).toBe(false);
    await todos.toggle(0).click();
    await eventually(() => todos.texts()).toEqual([]);
    await eventually(() => todos.count.textContent()).toMatch(/3 items left/);
    expect(await todos.footer.isVisible()).toBe(true);
    await todos.equals(async () => []);
  });

  add('todos survive a reload', async (stage) => {
    const todos = await mixed(stage);
    await todos.equals(() => stage.stored(todos.listId)); // until then the page asks before it reloads
    await todos.page.reload();
    await todos.holds(cheese, cat, doctor);
    await todos.holdsDone(false, true, false);
  });
});
