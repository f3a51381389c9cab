import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../browser/eventually.ts';
import { pageFeature } from '../browser/page-feature.ts';
import type { Stage } from '../browser/stage.ts';
import { trafficOf } from '../browser/traffic.ts';

export const predicted = pageFeature('principle 7: predict behavior', (add) => {
  add("the next page's code is loaded before its link is clicked", async (stage) => {
    await stage.list('Groceries', 'milk');
    const page = await stage.open('/');
    await pointAt(stage, page, 'Groceries');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.getByRole('link', { name: 'Groceries' }).click();
    await page.locator('.todo-list').getByText('milk', { exact: true }).waitFor();
    expect(scripts).toEqual([]);
  });

  add("the next page's data are loaded before its link is clicked", async (stage) => {
    await stage.list('Seen before', 'bread');
    await stage.list('Groceries', 'milk');
    const context = await stage.profile();
    const { received } = trafficOf(context);
    const page = await stage.open('/', { context });
    // So that the code of such a page is already loaded, and only the data are missing.
    await page.getByRole('link', { name: 'Seen before' }).click();
    await page.locator('.todo-list').getByText('bread', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('link', { name: 'Groceries' }).hover();
    await eventually(() => received.some((frame) => frame.includes('milk'))).toBe(true);
    await stage.whileFrozen(async () => {
      await page.getByRole('link', { name: 'Groceries' }).click();
      await eventually(() => page.locator('.todo-list label').allTextContents()).toEqual(['milk']);
    });
  });
});

/** Points at a link, and gives the page time to load its data. */
async function pointAt(stage: Stage, page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).hover();
  await page.getByRole('link', { name }).focus();
  // The page's data are read from the database, and one write may overtake that.
  for (const name of ['Made meanwhile', 'Made after that', 'Made last']) {
    await stage.list(name);
    await page.getByRole('link', { name }).waitFor();
  }
}
