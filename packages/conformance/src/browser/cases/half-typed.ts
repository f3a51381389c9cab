import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';

export const halfTyped = pageFeature('what is half typed, when the page is loaded anew', (add) => {
  add('a new todo is there again, with the caret where it was, and is added once', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk'));
    await todos.input.pressSequentially('bred');
    await todos.input.press('ArrowLeft');
    await todos.page.reload();
    await eventually(() => todos.input.inputValue()).toBe('bred');
    await todos.expectFocus('.new-todo');
    await todos.page.keyboard.type('a');
    await todos.page.keyboard.press('Enter');
    await todos.holds('milk', 'bread');
    await todos.page.reload();
    await todos.holds('milk', 'bread');
    expect(await todos.input.inputValue()).toBe('');
  });

  add('an edit goes on', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk', 'bread'));
    const field = await todos.edit(1);
    await field.press('End');
    await field.pressSequentially(' and butter');
    await todos.page.reload();
    await todos.page.locator('.todo-list li.editing .edit').waitFor();
    await todos.expectFocus('li.editing .edit');
    await todos.page.keyboard.type('milk');
    await todos.page.keyboard.press('Enter');
    await todos.holds('milk', 'bread and buttermilk');
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('a message is there again, and not in another room', async (stage) => {
    const room = await stage.room();
    await room.input.pressSequentially('half a thou');
    await room.page.reload();
    await eventually(() => room.input.inputValue()).toBe('half a thou');
    const other = await stage.emptyRoom('Elsewhere');
    await room.page.reload();
    await eventually(() => room.input.inputValue()).toBe('half a thou');
    await room.page.goto(`${stage.subject.app.url}/rooms/${other}`);
    await room.page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
    await room.page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
    expect(await room.input.inputValue()).toBe('');
  });
});
