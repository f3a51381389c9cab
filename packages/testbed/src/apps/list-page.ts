import type { Browser, Page } from '../chromium/index.ts';

/** `add`: a todo is typed and Enter pressed. `tick`: the mark of the first todo is clicked. */
export type Write = 'add' | 'tick';

/** What one write does to a page. */
export interface Awaited {
  write: Write;
  /** Of a todo that is added. */
  text: string;
  /** Of a todo that is ticked: its mark afterwards. */
  done: boolean;
}

/** Times by the page's own clock. */
export interface Seen {
  /** When the row showed the write. */
  row: number;
  /** When the row was marked as pending no more; absent if it never was. */
  confirmed?: number;
}

/** What the page's own scripts and ours share. */
interface Watching {
  acted_ms: number;
  seen: Partial<Seen>;
  shown: Promise<void>;
  confirmed: Promise<void>;
}

/** How long a page that wrote may mark its row as pending, once the other page shows it. */
const confirmation_ms = 500;

/** Resolves when a list's page shows a todo, live. */
export async function isThere(page: Page): Promise<void> {
  await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
  await page.locator('.todo-list li').first().waitFor();
}

/**
 * The page of a list in a browser's profile of its own. It notes when its latest key or click was (the `timeStamp` that
 * the browser gives it), and when a MutationObserver saw a row.
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

  /** Begins anew, from what the database holds. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.#begin();
  }

  async #begin(): Promise<void> {
    await isThere(this.page);
    await this.page.evaluate(() => {
      const note = (event: Event) => {
        if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
        (window as unknown as Watching).acted_ms = performance.timeOrigin + event.timeStamp;
      };
      document.addEventListener('click', note, { capture: true });
      document.addEventListener('keydown', note, { capture: true });
    });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** Whether the first todo is marked as done. */
  isDone(): Promise<boolean> {
    return this.page.evaluate(() => document.querySelector('.todo-list li')?.matches('.completed') ?? false);
  }

  /** Resolves when the page has so many todos. */
  async hasTodos(count: number): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => document.querySelectorAll('.todo-list li').length === wanted,
      count,
    );
  }

  /** From now on the page looks for a write. */
  async watchFor(awaited: Awaited): Promise<void> {
    await this.page.evaluate(({ write, text, done }) => {
      const list = document.querySelector('.todo-list') as Element;
      const seen: Partial<Seen> = {};
      const shown = Promise.withResolvers<void>();
      const confirmed = Promise.withResolvers<void>();
      Object.assign(window, { seen, shown: shown.promise, confirmed: confirmed.promise });
      let wasPending = false;
      const observer = new MutationObserver(() => {
        const at_ms = performance.timeOrigin + performance.now();
        const rows = [...list.querySelectorAll('li')];
        const row = write === 'add' ? rows.find((each) => each.textContent?.includes(text)) : rows[0];
        if (!row || (write === 'tick' && row.classList.contains('completed') !== done)) return;
        seen.row ??= at_ms;
        shown.resolve();
        if (row.classList.contains('pending')) wasPending = true;
        else if (wasPending) {
          seen.confirmed = at_ms;
          confirmed.resolve();
          observer.disconnect();
        }
      });
      observer.observe(list, { attributes: true, childList: true, subtree: true, characterData: true });
    }, awaited);
  }

  /** Clicks the mark of the first todo, or presses Enter where a todo was typed. */
  async act(write: Write): Promise<void> {
    if (write === 'add') return this.page.keyboard.press('Enter');
    const box = await this.page.locator('.todo-list .toggle').first().boundingBox();
    if (!box) throw new Error(`${this.page.url()}: the todo has no mark to click`);
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** When the page's latest key or click was. */
  actedAt(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as Watching).acted_ms);
  }

  /** Waits until the page shows the write. @returns when; undefined if it doesn't in that time */
  shown(timeout_ms: number): Promise<number | undefined> {
    return this.page.evaluate(async (patience) => {
      const { shown, seen } = window as unknown as Watching;
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, patience);
        void shown.then(() => {
          clearTimeout(late);
          resolve();
        });
      });
      return seen.row;
    }, timeout_ms);
  }

  /** Of a page that wrote, once the other page shows it: its own row, and when it was confirmed, if it was pending. */
  own(): Promise<Seen> {
    return this.page.evaluate(async (patience) => {
      const { shown, confirmed, seen } = window as unknown as Watching;
      await shown;
      await Promise.race([confirmed, new Promise((resolve) => setTimeout(resolve, patience))]);
      return seen as Seen;
    }, confirmation_ms);
  }
}
