import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';

async function htmlOf(url: string, address?: string): Promise<string> {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

/** Rendering blocks the server's only thread. */
export const rendering = pageFeature('server-rendered pages', (add) => {
  add(
    'a list of more than 250 todos is too large to be rendered, and is loaded by scripts',
    async (stage) => {
      const listId = await stage.list('Groceries');
      await stage.subject.fill('todos', 250, (n) => ({ listId, text: `todo ${n}`, done: false }));
      expect(await htmlOf(`${stage.subject.app.url}/lists/${listId}`)).toContain('todo 7');
      await stage.add(listId, 'one more');
      expect(await htmlOf(`${stage.subject.app.url}/lists/${listId}`)).not.toContain('todo 7');
      const page = await stage.open(`/lists/${listId}`);
      await page.locator(`.todo-list li:nth-child(251)`).waitFor();
    },
  );

  add(
    "pages beyond an address's quota are sent without data, and other addresses' pages with data",
    async (stage) => {
      const listId = await stage.list('Groceries', 'milk');
      const { url } = await stage.subject.another({ HTTP_FORWARDED_COUNT: '1' });
      const page = () => htmlOf(`${url}/lists/${listId}`, '203.0.113.1');
      // A page that takes longer than a second is also sent without data.
      await eventually(page).toContain('milk');
      const pages: string[] = [];
      while (pages.length < 150) {
        pages.push(...(await Promise.all(Array.from({ length: 10 }, page))));
      }
      expect(pages.filter((each) => !each.includes('milk')).length).toBeGreaterThan(0);
      expect(await htmlOf(`${url}/lists/${listId}`, '203.0.113.2')).toContain('milk');
    },
  );
});
