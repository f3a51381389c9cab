import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  chromiumRemedy,
  findChromium,
  type OpenBrowser,
  openBrowser,
} from '@meteor-vs-mean/testbed/chromium';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serveFolder } from '../src/serve.ts';
import { buildFolder, buildInto, builtFiles, isWritten } from './built.ts';

const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser)
  console.log(`The write-up isn't looked at: there is no Chromium. To do so: ${chromiumRemedy}.`);

describe.runIf(hasBrowser)('in a browser', () => {
  let temporary: Awaited<ReturnType<typeof buildFolder>>;
  let open: OpenBrowser;
  let served: Served;
  let site: string;
  let names: string[];
  /** A subfolder of what is served: the site may lie anywhere. */
  const below = 'some/where/';
  beforeAll(async () => {
    temporary = await buildFolder();
    site = path.join(temporary.folder, below);
    const [browser] = await Promise.all([openBrowser(), buildInto(site)]);
    open = browser;
    served = await serveFolder(temporary.folder, 0);
    names = (await builtFiles(site)).filter(isWritten);
  });
  afterAll(async () => {
    await served?.stop();
    await open?.browser.close();
    await temporary[Symbol.asyncDispose]();
  });

  /** A tab, and what went wrong in it. */
  const look = async (colorScheme: 'light' | 'dark', width: number) => {
    const context = await open.browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(served.url) && !url.startsWith('data:')) wrong.push(`fetches ${url}`);
    });
    return { page, wrong, [Symbol.asyncDispose]: () => context.close() };
  };
  const visit = async (page: Page, name: string) => {
    await page.goto(`${served.url}${below}${name}`);
    // The theme's switch works once scripts run.
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  };

  const violations = (page: Page, rules?: readonly string[]): Promise<string[]> =>
    page.evaluate(async (only) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      // The rows of a chart's numbers are drawn alike, and of a long run they are thousands.
      const alike = document.querySelectorAll<HTMLElement>('table.data tbody tr:nth-child(n + 4)');
      for (const row of alike) row.hidden = true;
      const { violations } = await checker.run(only ? 'main' : 'html', {
        resultTypes: ['violations'],
        ...(only ? { runOnly: [...only] } : {}),
      });
      for (const row of alike) row.hidden = false;
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`,
      );
    }, rules);

  /** Tables of which a part is out of sight, without those of a chart's numbers. */
  const cutTables = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.vp-doc > div > table, .recorded .table .scroll')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.textContent?.trim().slice(0, 60)}: ${one.scrollWidth} in ${one.clientWidth} px`),
    );

  test('axe finds nothing on any page, light and dark, at 1280 and at 390 px, and nothing is wider than the window', async () => {
    await using looking = await look('light', 1280);
    const { page, wrong } = looking;
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    // What a window's size or its colours can change; all else is the same page.
    const changeable = ['color-contrast', 'scrollable-region-focusable', 'target-size'];
    const all = [
      ['dark', 390],
      ['dark', 1280],
      ['light', 390],
    ] as const;
    // Width and colours have to do with each other in the frame around a page alone.
    const ofEachKind = new Set(['index.html', 'costs.html', 'lab/carriers.html', 'workshop/index.html']);
    // The numbers of charts look alike everywhere, and are thousands of cells.
    const opened = new Set(['index.html', 'breaks.html']);
    for (const name of names) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await visit(page, name);
      await page.evaluate(source);
      if (opened.has(name)) {
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
      }
      expect(await violations(page), `${name}, light, 1280 px`).toEqual([]);
      for (const [colorScheme, width] of ofEachKind.has(name) ? all : all.slice(0, 1)) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page
          .locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)')
          .waitFor({ state: 'attached' });
        expect(await violations(page, changeable), `${name}, ${colorScheme}, ${width} px`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${name}, ${width} px`).toBeLessThanOrEqual(0);
        expect(await cutTables(page), `${name}, ${width} px`).toEqual([]);
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  test('from page to page, by links of the sidebar and back, without loading anew', async () => {
    await using looking = await look('light', 1280);
    const { page, wrong } = looking;
    await visit(page, '');
    await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
    await page.locator('.VPSidebar a', { hasText: 'Every mode and transport' }).click();
    await page.locator('h1', { hasText: 'Every mode and transport' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${below}ladder.html`);
    expect(await page.locator('html[data-same]').count()).toBe(1);
    await page.goBack();
    await page.locator('h1', { hasText: 'Meteor or MEAN?' }).waitFor();
    expect(wrong).toEqual([]);
  });

  test('a chart says what its marks stand for, beside the pointer', async () => {
    await using looking = await look('light', 1280);
    const { page } = looking;
    await visit(page, 'index.html');
    const chart = page.locator('svg.plot:visible').first();
    const mark = chart.locator('g path').last();
    const tip = page.locator('.chart-tip');
    // Scrolling to it hides what is said: the pointer comes when that has ended.
    const hovered = async () => {
      await mark.hover({ force: true });
      return tip.isVisible();
    };
    await expect.poll(hovered, { timeout: 20_000 }).toBe(true);
    expect(await tip.textContent()).toMatch(/^round \d+, [\d,]+ live queries: [\d.]+ ms a write$/);
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: 'hidden' });
  });

  test('printed, it is dark on light, without navigation, and every chart has its numbers', async () => {
    await using looking = await look('dark', 1280);
    const { page } = looking;
    await visit(page, 'index.html');
    await page.emulateMedia({ media: 'print' });
    const shown = await page.evaluate(() => ({
      background: getComputedStyle(document.documentElement).getPropertyValue('--vp-c-bg').trim(),
      navigation: [...document.querySelectorAll('.VPNav, .VPSidebar, .VPLocalNav')].filter((one) =>
        one.checkVisibility(),
      ).length,
      charts: document.querySelectorAll('figure.chart').length,
      tables: [...document.querySelectorAll('figure.chart table.data')].filter(
        (one) =>
          one.checkVisibility({ contentVisibilityAuto: true }) && one.getBoundingClientRect().height > 20,
      ).length,
    }));
    expect(shown.background).toMatch(/^#fff/);
    expect(shown.navigation).toBe(0);
    expect(shown.charts).toBeGreaterThan(0);
    expect(shown.tables).toBe(shown.charts);
    expect((await page.pdf()).length).toBeGreaterThan(20_000);
  });

  test('the slides are twelve, each of them fits 1280 x 720, and no other page is shown so', async () => {
    await using looking = await look('light', 1280);
    const { page, wrong } = looking;
    await page.setViewportSize({ width: 1280, height: 720 });
    await visit(page, 'workshop/slides.html');
    await page.getByRole('button', { name: 'Show as slides' }).click();
    const seen: string[] = [];
    for (let slide = 1; slide <= 12; slide++) {
      await page
        .getByRole('status')
        .filter({ hasText: `${slide} of 12` })
        .waitFor();
      seen.push((await page.locator('.vp-doc :is(h1, h2):visible').allTextContents()).join('|'));
      const size = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return { scrollHeight, scrollWidth };
      });
      expect(size, seen.at(-1)).toEqual({ scrollHeight: 720, scrollWidth: 1280 });
      await page.keyboard.press('ArrowRight');
    }
    expect(new Set(seen).size).toBe(12);
    expect(seen.some((heading) => heading.includes('|') || heading.includes('figures come from'))).toBe(
      false,
    );
    expect(await page.locator('.VPNav:visible, .VPSidebar:visible').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.locator('.VPNav:visible').count()).toBe(1);
    await visit(page, 'workshop/1-side-by-side.html');
    expect(await page.getByRole('button', { name: 'Show as slides' }).count()).toBe(0);
    expect(wrong).toEqual([]);
  });

  test('the worksheet prints on its own, with room to write', async () => {
    await using looking = await look('light', 1280);
    const { page } = looking;
    await visit(page, 'workshop/worksheet.html');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.show-slides:visible, .VPNav:visible, .VPDocFooter:visible').count()).toBe(0);
    expect(await page.locator('p.lines:visible').count()).toBe(2);
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
    expect(sheets?.length).toBe(1);
  });

  test('opened as files, without a server, pages look the same and lead to each other', async () => {
    const context = await open.browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(pathToFileURL(path.join(site, 'index.html')).href);
    await page.locator('svg.plot:visible').first().waitFor();
    expect(await page.locator('.VPNav').evaluate((nav) => getComputedStyle(nav).position)).toMatch(
      /fixed|relative|sticky/,
    );
    await page.locator('.VPSidebar a', { hasText: 'Every mode and transport' }).click();
    await page.locator('h1', { hasText: 'Every mode and transport' }).waitFor();
    expect(page.url()).toBe(pathToFileURL(path.join(site, 'ladder.html')).href);
    await context.close();
  });
});
