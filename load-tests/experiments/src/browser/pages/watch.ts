import type { Page } from '@meteor-vs-mean/testbed/chromium';
import type { Visit } from './figures.ts';

/** Between two clicks on todos. */
const spacing_ms = 25;

/** What the page's script and ours share. */
interface Watching {
  visit: Visit;
  /** Resolves when the todos are in the page; of one that clicks when a click has worked. */
  over: Promise<void>;
}

/**
 * From now on each document that this page loads notes its times, from its first moment.
 * @param clicks whether it clicks todos until that works
 */
export async function watch(page: Page, clicks: boolean): Promise<void> {
  await page.addInitScript(
    ({ clicked, spacing }) => {
      if (window !== window.top) return;
      const visit: Visit = { clicked };
      const over = Promise.withResolvers<void>();
      Object.assign(window, { visit, over: over.promise });
      new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries()) {
          if (name === 'first-contentful-paint') visit.firstPaint_ms = startTime;
        }
      }).observe({ type: 'paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { element: Element | null })[]) {
          visit.largestPaint_ms = entry.startTime;
          visit.largest = [entry.element?.localName ?? '?', ...(entry.element?.classList ?? [])].join('.');
        }
      }).observe({ type: 'largest-contentful-paint', buffered: true });

      let next = 0;
      const click = () => {
        if (visit.works_ms !== undefined) return;
        const marks = document.querySelectorAll<HTMLElement>('.todo-list li .toggle');
        marks[next++ % marks.length]?.click();
        setTimeout(click, spacing);
      };
      const observer = new MutationObserver(() => {
        if (visit.todos_ms === undefined && document.querySelector('.todo-list li .toggle')) {
          visit.todos_ms = performance.now();
          if (clicked) setTimeout(click);
          else over.resolve();
        }
        if (clicked && visit.works_ms === undefined && document.querySelector('.todo-list li.completed')) {
          visit.works_ms = performance.now();
          over.resolve();
        }
        if (clicked ? visit.works_ms !== undefined : visit.todos_ms !== undefined) observer.disconnect();
      });
      observer.observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['class'],
      });
    },
    { clicked: clicks, spacing: spacing_ms },
  );
}

/** Waits until the page's visit is over, or for so long. */
export async function untilOver(page: Page, patience_ms: number): Promise<void> {
  await page.evaluate(async (patience) => {
    const { over } = window as unknown as Watching;
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, patience))]);
  }, patience_ms);
}

/** What the page has told until now. */
export function visitOf(page: Page): Promise<Visit> {
  return page.evaluate(() => {
    const { visit } = window as unknown as Watching;
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts_bytes = resources
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((total, { transferSize }) => total + transferSize, 0);
    return { ...visit, scripts_bytes, ...(navigation && { answer_ms: navigation.responseStart }) };
  });
}
