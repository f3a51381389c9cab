import type { Page } from 'playwright-core';
import { comesAbout } from '../browser/comes-about.ts';
import { principle } from './principle.ts';

/** How long a place is waited for: it comes back with what is at it, or not at all. */
const patience_ms = 2000;

const aBox =
  "browsers bring back the scroll of a page, not that of a box in it, and the app doesn't keep it itself";

const tooLate =
  'the todos come over the WebSocket when the page has been loaded, and by then the browser has tried to bring the scroll back';

export const routes = principle(5, "Don't break history, enhance it", (add) => {
  add('reload, back and forward keep the page and its filter', {}, async (stage) => {
    const listId = await stage.list('Groceries', 'open', 'ticked');
    await stage.subject.collection('todos').updateOne({ _id: `${listId}-1` }, { $set: { done: true } });
    const page = await stage.open('/');
    const rows = () => page.locator('.todo-list label').allTextContents();
    const wrong: string[] = [];
    const expectAt = async (step: string, address: string, ...texts: string[]) => {
      const isThere = async () => {
        const { pathname, hash } = new URL(page.url());
        return `${pathname}${hash}` === address && (await rows()).join() === texts.join();
      };
      if (!(await comesAbout(isThere))) wrong.push(step);
    };
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
    const seen = 'a link, a filter, a reload, twice back, forward';
    return { holds: wrong.length === 0, seen: wrong.length === 0 ? seen : `wrong: ${wrong.join(', ')}` };
  });

  add('back finds the list of lists scrolled to where it was left', { meteor: aBox }, async (stage) => {
    for (let n = 0; n < 60; n += 1) await stage.list(`List ${n}`);
    const page = await stage.open('/');
    const links = page.getByTestId('lists').locator('a');
    await comesAbout(async () => (await links.count()) === 60);
    await links.nth(40).scrollIntoViewIfNeeded();
    const top = () => page.getByTestId('lists').evaluate((box) => box.scrollTop);
    const before_px = await top();
    await links.nth(40).click();
    await page.locator('.new-todo').waitFor();
    await page.goBack();
    await comesAbout(async () => (await links.count()) === 60);
    const isBack = await comesAbout(async () => Math.abs((await top()) - before_px) < 5, patience_ms);
    return { holds: isBack, seen: `left at ${before_px} px, found at ${await top()} px` };
  });

  add('a reload finds a long list of todos scrolled to where it was', { meteor: tooLate }, async (stage) => {
    const texts = Array.from({ length: 100 }, (_, n) => `todo ${n}`);
    const { page, items } = await stage.todos(await stage.list('Long', ...texts));
    await comesAbout(async () => (await items.count()) === texts.length);
    await items.nth(70).scrollIntoViewIfNeeded();
    const before_px = await scrollOf(page);
    await page.reload();
    await comesAbout(async () => (await items.count()) === texts.length);
    const isBack = await comesAbout(
      async () => Math.abs((await scrollOf(page)) - before_px) < 5,
      patience_ms,
    );
    return {
      holds: isBack && before_px > 0,
      seen: `left at ${before_px} px, found at ${await scrollOf(page)} px`,
    };
  });
});

function scrollOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}
