import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';

export const navigation = pageFeature('lists, rooms and links', (add) => {
  add('a list and a room created on the home page become links', async (stage) => {
    const page = await stage.open('/');
    for (const [field, place, name, path] of [
      ['new-list', 'lists', 'Groceries', '/lists/'],
      ['new-room', 'rooms', 'Lobby', '/rooms/'],
    ] as const) {
      await page.getByTestId(field).fill(`  ${name}  `);
      await page.getByTestId(field).press('Enter');
      const link = page.getByTestId(place).locator('a', { hasText: name });
      await link.waitFor();
      expect(await page.getByTestId(field).inputValue()).toBe('');
      await eventually(() => page.locator('.pending').count()).toBe(0);
      const [stored] = await stage.subject.stored(place);
      expect(stored?.name).toBe(name);
      expect(await link.getAttribute('href')).toBe(`${path}${stored?._id}`);
      expect(new URL(page.url()).pathname).toBe('/');
    }
  });

  add('from home to a list, back, to a room, and home again by the link', async (stage) => {
    const listId = await stage.list('Groceries', 'milk');
    const roomId = await stage.emptyRoom('Lobby');
    const page = await stage.open('/');
    await page.getByRole('link', { name: 'Groceries' }).click();
    await eventually(() => page.locator('.todo-list label').allTextContents()).toEqual(['milk']);
    expect(new URL(page.url()).pathname).toBe(`/lists/${listId}`);
    await page.goBack();
    await page.getByRole('link', { name: 'Lobby' }).click();
    await eventually(() => page.locator('h1').allTextContents()).toEqual(['Lobby']);
    expect(new URL(page.url()).pathname).toBe(`/rooms/${roomId}`);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByTestId('lists').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  add('the page scrolls to a new list that is out of sight', async (stage) => {
    for (let n = 0; n < 40; n += 1) await stage.list(`List ${n}`);
    const page = await stage.open('/');
    await eventually(() => page.getByTestId('lists').locator('a').count()).toBe(40);
    await page.getByTestId('new-list').fill('The last');
    await page.getByTestId('new-list').press('Enter');
    const isInBox = () =>
      page.getByTestId('lists').evaluate((box) => {
        const row = box.lastElementChild;
        const bottom = row?.getBoundingClientRect().bottom ?? Number.NaN;
        return row?.textContent?.includes('The last') && bottom <= box.getBoundingClientRect().bottom + 1;
      });
    await eventually(isInBox, 'the new list is in view').toBe(true);
  });

  add('several lists stay separate', async (stage) => {
    const [one, other] = [await stage.list('One', 'only here'), await stage.list('Other')];
    const first = await stage.todos(one);
    const second = await stage.todos(other);
    await second.add('over there');
    await second.holds('over there');
    await first.add('and here');
    await first.holds('only here', 'and here');
    await second.holds('over there');
  });

  add('moving from list to list shows only the new one', async (stage) => {
    await stage.list('One', 'of one');
    await stage.list('Other', 'of other');
    const page = await stage.open('/');
    await page.getByRole('link', { name: 'One' }).click();
    await eventually(() => page.locator('.todo-list label').allTextContents()).toEqual(['of one']);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('link', { name: 'Other' }).click();
    await eventually(() => page.locator('.todo-list label').allTextContents()).toEqual(['of other']);
  });

  add('a missing list has a message and a link home', async (stage) => {
    const page = await stage.open('/lists/nobody');
    await eventually(() => page.locator('.missing').textContent()).toContain('There is no such list.');
    expect(await page.locator('.todoapp').count()).toBe(0);
    await page.locator('main a[href="/"]').click();
    await page.getByTestId('lists').waitFor();
  });

  add('an unknown path has a message and a link home', async (stage) => {
    const page = await stage.open('/no/such/page');
    await page.locator('main a[href="/"]').click();
    await page.getByTestId('lists').waitFor();
  });

  add('a list that another user removes disappears from the page', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk'));
    await todos.holds('milk');
    await stage.subject.collection('lists').deleteMany({});
    await stage.subject.collection('todos').deleteMany({});
    await eventually(() => todos.page.locator('.missing').count()).toBe(1);
  });

  add('the title names the page', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries'));
    await eventually(() => todos.page.title()).toMatch(/^Groceries · \w+$/);
    const room = await stage.room();
    await eventually(() => room.page.title()).toMatch(/^Lobby · \w+$/);
  });
});
