import type { Page } from 'playwright-core';
import type { Write } from './lane.ts';

/** What one write does to a page. */
export interface Awaited {
  write: Write;
  /** Of a todo that is added. */
  text: string;
  /** Of a todo that is ticked: its mark afterwards. */
  done: boolean;
}

/** By the page's own clock. */
export interface Seen {
  /** The row shows it. */
  row: number;
  /** The row is marked as pending no more; none if it never was. */
  confirmed?: number;
}

/** What the page's own script and ours share. */
interface Watching {
  acted_ms: number;
  seen: Partial<Seen>;
  shown: Promise<void>;
  confirmed: Promise<void>;
}

const patience_ms = 20_000;

/** A page that writes notes when: the timeStamp that the browser gives the key or the click. */
export async function noteActs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = ({ timeStamp }: Event) => {
      (window as unknown as Watching).acted_ms = performance.timeOrigin + timeStamp;
    };
    document.addEventListener('click', note, { capture: true });
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') note(event);
      },
      { capture: true },
    );
  });
}

/** When the page's latest key or click was. */
export function actedAt(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as Watching).acted_ms);
}

/** From now on the page looks for a write. */
export async function watchFor(page: Page, awaited: Awaited): Promise<void> {
  await page.evaluate(({ write, text, done }) => {
    const list = document.querySelector('.todo-list') as Element;
    const watching = window as unknown as Watching;
    const seen: Partial<Seen> = {};
    const shown = Promise.withResolvers<void>();
    const confirmed = Promise.withResolvers<void>();
    Object.assign(watching, { seen, shown: shown.promise, confirmed: confirmed.promise });
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

/** Resolves when the page shows it. @throws if it doesn't in 20 s */
export async function shown(page: Page, what: string): Promise<number> {
  const at_ms = await page.evaluate(async (patience) => {
    const watching = window as unknown as Watching;
    await Promise.race([watching.shown, new Promise((resolve) => setTimeout(resolve, patience))]);
    return watching.seen.row;
  }, patience_ms);
  if (at_ms === undefined) throw new Error(`${what}: not shown after ${patience_ms / 1000} s`);
  return at_ms;
}

/** Of a page that wrote, once the other page shows it: its own row, and when it was confirmed, if it was pending. */
export async function own(page: Page): Promise<Seen> {
  return page.evaluate(async () => {
    const watching = window as unknown as Watching;
    await watching.shown;
    await Promise.race([watching.confirmed, new Promise((resolve) => setTimeout(resolve, 500))]);
    return watching.seen as Seen;
  });
}

/** Resolves when the page has one todo only. */
export async function hasOneTodo(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('.todo-list li').length === 1);
}
