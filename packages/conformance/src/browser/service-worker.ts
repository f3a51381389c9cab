import type { Page } from 'playwright-core';

/** Whether the page's service worker can load the page offline. */
export function isKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration?.active) return false;
    const files = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src);
    for (const file of files) if (!(await caches.match(file))) return false;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        if (response?.headers.get('content-type')?.includes('html')) return true;
      }
    }
    return false;
  });
}

/** The contents of all caches of the page's origin, as text. */
export function keptTexts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        texts.push(`${request.url}\n${await response?.text()}`);
      }
    }
    return texts;
  });
}
