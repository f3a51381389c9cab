import { expect } from 'vitest';
import { ask } from '../accounts/http-request.ts';
import { eventually } from '../browser/eventually.ts';
import { pageFeature } from '../browser/page-feature.ts';
import type { Stage } from '../browser/stage.ts';

export const routes = pageFeature("principle 5: don't break history, enhance it", (add) => {
  add('reload, back and forward keep the page and its filter', async (stage) => {
    const listId = await stage.list('Groceries', 'open', 'ticked');
    await stage.subject.collection('todos').updateOne({ _id: `${listId}-1` }, { $set: { done: true } });
    const page = await stage.open('/');
    const seen = async () => {
      const { pathname, hash } = new URL(page.url());
      return [`${pathname}${hash}`, ...(await page.locator('.todo-list label').allTextContents())];
    };
    const expectAt = (step: string, ...expected: string[]) => eventually(seen, step).toEqual(expected);
    const [list, active] = [`/lists/${listId}`, `/lists/${listId}#/active`];
    await page.getByRole('link', { name: 'Groceries' }).click();
    await expectAt('a link', list, 'open', 'ticked');
    await page.locator('.filters a', { hasText: 'Active' }).click();
    await expectAt('a filter', active, 'open');
    await page.reload();
    await expectAt('a reload', active, 'open');
    await page.goBack();
    await expectAt('back', list, 'open', 'ticked');
    await page.goBack();
    await expectAt('back to the start', '/');
    await page.goForward();
    await expectAt('forward', list, 'open', 'ticked');
  });

  add('a reload keeps the scroll position of a long list', async (stage) => {
    const texts = Array.from({ length: 100 }, (_, n) => `todo ${n}`);
    const { page, items } = await stage.todos(await stage.list('Long', ...texts));
    await eventually(() => items.count()).toBe(texts.length);
    await items.nth(70).scrollIntoViewIfNeeded();
    const top = () => page.evaluate(() => window.scrollY);
    const before_px = await top();
    await page.reload();
    await expectScrolledTo(before_px, top);
  });

  add('another spelling of a path redirects to the canonical one', async (stage) => {
    for (const [asked, location] of [
      ['/LISTS/Abc', '/lists/Abc'],
      ['/lists/Abc/', '/lists/Abc'],
      ['/lists//Abc?from=mail', '/lists/Abc?from=mail'],
      ['/Login/', '/login'],
      ['//evil.example', '/evil.example'],
      ['//evil.example/', '/evil.example'],
    ] as const) {
      expect(await answerTo(stage, asked), asked).toEqual({ status: 308, location });
    }
    // Browsers treat a backslash as a slash.
    const { location } = await answerTo(stage, '/\\evil.example/');
    expect(location ?? '/').toMatch(/^\/(?![/\\])/);
  });

  add('a missing page, list or room returns 404', async (stage) => {
    for (const path of ['/nothing', '/lists/nobody', '/rooms/nobody', '/nothing/here.html']) {
      expect((await answerTo(stage, path)).status, path).toBe(404);
    }
    expect((await answerTo(stage, `/lists/${await stage.list()}`)).status).toBe(200);
  });
});

/** Within a few pixels, because browsers round. */
async function expectScrolledTo(before_px: number, top: () => Promise<number>): Promise<void> {
  expect(before_px).toBeGreaterThan(0);
  await eventually(async () => Math.abs((await top()) - before_px), 'pixels from where it was').toBeLessThan(
    5,
  );
}

/** A server's response to a path that is sent unchanged: a URL would normalise it. */
async function answerTo(stage: Stage, path: string) {
  const { status, headers } = await ask(stage.subject.app.url, { path, headers: { accept: 'text/html' } });
  return { status, location: headers.location };
}
