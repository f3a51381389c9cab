import type { Page } from 'playwright-core';
import { comesAbout } from '../browser/comes-about.ts';
import type { Stage } from '../browser/stage.ts';
import { principle } from './principle.ts';

export const predicted = principle(7, 'Predict behavior', (add) => {
  add("the next page's code is there before its link is clicked", {}, async (stage) => {
    await stage.list('Groceries', 'milk');
    const page = await stage.open('/');
    await pointAt(stage, page, 'Groceries');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.getByRole('link', { name: 'Groceries' }).click();
    await page.locator('.todo-list').getByText('milk', { exact: true }).waitFor();
    return {
      holds: scripts.length === 0,
      seen:
        scripts.length === 0
          ? 'the click fetches no script'
          : `scripts that the click fetches: ${scripts.length}`,
    };
  });

  add("the next page's data are there before its link is clicked", {}, async (stage) => {
    await stage.list('Seen before', 'bread');
    await stage.list('Groceries', 'milk');
    const page = await stage.open('/');
    // So that the code of such a page is here, and only what it shows isn't.
    await page.getByRole('link', { name: 'Seen before' }).click();
    await page.locator('.todo-list').getByText('bread', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await pointAt(stage, page, 'Groceries');
    const isThere = await stage.whileFrozen(async () => {
      await page.getByRole('link', { name: 'Groceries' }).click();
      await page.locator('.new-todo').waitFor();
      const shown = async () => (await page.locator('.todo-list label').allTextContents()).includes('milk');
      return comesAbout(shown, 1000);
    });
    return {
      holds: isThere,
      seen: isThere
        ? 'the list shows its todo, though the server is stopped'
        : 'the list stays empty while the server is stopped',
    };
  });
});

/** Points at a link, and gives the page time to ask the server for what is behind it, and to get an answer. */
async function pointAt(stage: Stage, page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).hover();
  await page.getByRole('link', { name }).focus();
  // What the page asks for is read from the database, and one write may overtake that.
  for (const name of ['Made meanwhile', 'Made after that', 'Made last']) {
    await stage.list(name);
    await page.getByRole('link', { name }).waitFor();
  }
}
