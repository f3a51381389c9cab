import type { Browser, Page } from 'playwright-core';

interface Clocked {
  /** By how much this page's clock is ahead of Date.now(). */
  clockOffset_ms(): Promise<number>;
}

export interface Writer extends Clocked {
  /** Clicks the todo's mark. @returns when, by this page's clock */
  click(): Promise<number>;
}

export interface Reader extends Clocked {
  /** Resolves when the row has changed, with when, by this page's clock. Call it before the click. */
  next(): Promise<number>;
}

/** A page that clicks. */
export async function openWriter(browser: Browser, url: string): Promise<Writer> {
  const page = await openPage(browser, url);
  const box = await page.locator('.todo-list .toggle').boundingBox();
  if (!box) throw new Error(`${url}: the todo has no mark to click`);
  await page.evaluate(() => {
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        (window as unknown as { clicked_ms: number }).clicked_ms = performance.timeOrigin + timeStamp;
      },
      { capture: true },
    );
  });
  return {
    clockOffset_ms: () => clockOffset(page),
    async click() {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      return page.evaluate(() => (window as unknown as { clicked_ms: number }).clicked_ms);
    },
  };
}

/** A page that looks. */
export async function openReader(browser: Browser, url: string): Promise<Reader> {
  const page = await openPage(browser, url);
  let seen: ((at_ms: number) => void) | undefined;
  await page.exposeFunction('tellSeen', (at_ms: number) => seen?.(at_ms));
  await page.evaluate(() => {
    const list = document.querySelector('.todo-list') as Element;
    const isDone = () => list.querySelector('li')?.classList.contains('completed') ?? false;
    let was = isDone();
    new MutationObserver(() => {
      const at_ms = performance.timeOrigin + performance.now();
      if (isDone() === was) return;
      was = !was;
      (window as unknown as { tellSeen(at_ms: number): void }).tellSeen(at_ms);
    }).observe(list, { attributes: true, childList: true, subtree: true });
  });
  return {
    clockOffset_ms: () => clockOffset(page),
    next: () =>
      new Promise((resolve) => {
        seen = resolve;
      }),
  };
}

/** In a profile of its own; resolves when it shows the list's todo, live. */
export async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 800, height: 600 } })).newPage();
  await page.goto(url);
  await isThere(page);
  return page;
}

/** Resolves when a list's page shows its todo, live. */
export async function isThere(page: Page): Promise<void> {
  await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  await page.locator('.todo-list li').waitFor();
}

/** At the moment when Date.now() ticks over, it is exact: the median of a hundred such moments. */
function clockOffset(page: Page): Promise<number> {
  return page.evaluate(() => {
    const offsets: number[] = [];
    let before = Date.now();
    while (offsets.length < 100) {
      const now = Date.now();
      const at_ms = performance.timeOrigin + performance.now();
      if (now !== before) offsets.push(at_ms - now);
      before = now;
    }
    return offsets.sort((a, b) => a - b)[50] as number;
  });
}
