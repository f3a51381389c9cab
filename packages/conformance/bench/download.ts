import type { Browser, Page } from 'playwright-core';

/** The JavaScript that came into a browser with an empty cache, until the page was there. */
export interface Download {
  page: string;
  scripts: Script[];
  /** Over the wire, headers included. */
  received_bytes: number;
}

interface Script {
  path: string;
  /** As the server compressed it: 'br', 'gzip' or 'identity'. */
  encoding: string;
  raw_bytes: number;
  received_bytes: number;
}

/** What the browser tells of a request, put together from several events of it. */
interface Seen {
  url: string;
  encoding: string;
  raw_bytes: number;
  received_bytes: number;
}

/**
 * Opens a page as a newcomer does, and counts its scripts.
 * @param ready resolves when the page is there
 */
export async function downloadOf(
  browser: Browser,
  url: URL,
  ready: (page: Page) => Promise<unknown>,
): Promise<Download> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const requests = new Map<string, Seen>();
    const session = await context.newCDPSession(page);
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type !== 'Script') return;
      const name = Object.keys(response.headers).find((each) => each.toLowerCase() === 'content-encoding');
      const encoding = (name && response.headers[name]) ?? 'identity';
      requests.set(requestId, { url: response.url, encoding, raw_bytes: 0, received_bytes: 0 });
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const seen = requests.get(requestId);
      if (seen) seen.raw_bytes += dataLength;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const seen = requests.get(requestId);
      if (seen) seen.received_bytes = encodedDataLength;
    });
    await session.send('Network.enable');
    await page.goto(url.href, { waitUntil: 'load' });
    await ready(page);
    const scripts = [...requests.values()].map(({ url, ...rest }) => ({
      path: new URL(url).pathname,
      ...rest,
    }));
    return {
      page: url.pathname,
      scripts,
      received_bytes: scripts.reduce((sum, { received_bytes }) => sum + received_bytes, 0),
    };
  } finally {
    await context.close();
  }
}
