import type { Browser, Page } from '@meteor-vs-mean/testbed/chromium';

/** What the page's own scripts and ours share. Times are by the page's own clock. */
interface Watching {
  clicked_ms: number;
  /** When the row showed the mark; absent until then. */
  row_ms?: number;
  shown: Promise<void>;
}

/** Resolves when a list's page shows a todo, live. */
export async function isThere(page: Page): Promise<void> {
  await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  await page.locator('.todo-list li').first().waitFor();
}

/**
 * The page of a list in a browser's profile of its own. It notes when its latest click was (the `timeStamp` that the
 * browser gives it), and when a MutationObserver saw the row change.
 */
export class ListPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Resolves when the page shows the list's todo, live. */
  static async open(browser: Browser, url: string): Promise<ListPage> {
    const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
    const page = await context.newPage();
    await page.goto(url);
    const list = new ListPage(page);
    await list.#begin();
    return list;
  }

  /** Reloads the page, which then shows what the database holds. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.#begin();
  }

  async #begin(): Promise<void> {
    await isThere(this.page);
    await this.page.evaluate(() => {
      const note = (event: Event) => {
        (window as unknown as Watching).clicked_ms = performance.timeOrigin + event.timeStamp;
      };
      document.addEventListener('click', note, { capture: true });
    });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** Whether the first todo is marked as done. */
  isDone(): Promise<boolean> {
    return this.page.evaluate(() => document.querySelector('.todo-list li')?.matches('.completed') ?? false);
  }

  /** From now on the page looks for the first todo's mark. @param done the mark that it waits for */
  async watchFor(done: boolean): Promise<void> {
    await this.page.evaluate((wanted) => {
      const list = document.querySelector('.todo-list') as Element;
      const { promise, resolve } = Promise.withResolvers<void>();
      const watching = Object.assign(window, { row_ms: undefined, shown: promise }) as unknown as Watching;
      const observer = new MutationObserver(() => {
        const at_ms = performance.timeOrigin + performance.now();
        if (list.querySelector('li')?.classList.contains('completed') !== wanted) return;
        watching.row_ms = at_ms;
        resolve();
        observer.disconnect();
      });
      observer.observe(list, { attributes: true, childList: true, subtree: true, characterData: true });
    }, done);
  }

  /** Clicks the mark of the first todo. */
  async click(): Promise<void> {
    const box = await this.page.locator('.todo-list .toggle').first().boundingBox();
    if (!box) throw new Error(`${this.page.url()}: the todo has no mark to click`);
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** When the page's latest click was. */
  clickedAt(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as Watching).clicked_ms);
  }

  /** Waits until the page shows the mark. @returns when; undefined if it doesn't in that time */
  shown(timeout_ms: number): Promise<number | undefined> {
    return this.page.evaluate(async (patience) => {
      const watching = window as unknown as Watching;
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, patience);
        void watching.shown.then(() => {
          clearTimeout(late);
          resolve();
        });
      });
      return watching.row_ms;
    }, timeout_ms);
  }
}
