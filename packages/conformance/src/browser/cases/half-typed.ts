import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';

export const halfTyped = pageFeature('unsent text', (add) => {
  add("a new todo's text survives a visit to another page and a reload, until it is added", async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk'));
    await todos.input.pressSequentially('bread');
    await todos.page.getByRole('link', { name: 'Home', exact: true }).click();
    await todos.page.getByTestId('lists').waitFor();
    await todos.page.goBack();
    await eventually(() => todos.input.inputValue()).toBe('bread');
    await todos.page.reload();
    await eventually(() => todos.input.inputValue()).toBe('bread');
    await todos.page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
    await todos.input.press('Enter');
    await todos.holds('milk', 'bread');
    await todos.page.reload();
    await todos.holds('milk', 'bread');
    expect(await todos.input.inputValue()).toBe('');
  });

  add("a message's text stays in its own room", async (stage) => {
    const room = await stage.room();
    await stage.emptyRoom('Elsewhere');
    await room.input.pressSequentially('half a thou');
    await room.page.getByRole('link', { name: 'Home', exact: true }).click();
    await room.page.getByRole('link', { name: 'Elsewhere' }).click();
    await room.page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
    expect(await room.input.inputValue()).toBe('');
    await room.page.goBack();
    await room.page.getByRole('link', { name: 'Lobby' }).click();
    await eventually(() => room.input.inputValue()).toBe('half a thou');
  });
});
