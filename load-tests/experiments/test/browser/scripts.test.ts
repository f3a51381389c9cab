import { createServer, type ServerResponse } from 'node:http';
import { chromiumRemedy, findChromium, openBrowser } from '@meteor-vs-mean/testbed/chromium';
import { closeServer, listen } from '@meteor-vs-mean/testbed/process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Script, scriptsOf } from '../../src/browser/scripts.ts';

const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser) console.log(`Nothing is downloaded: there is no Chromium. To do so: ${chromiumRemedy}.`);

const half = `//${'x'.repeat(998)}\n`;

/**
 * Opens a page that asks for a script after it was loaded, and fetches another one ahead when that one is there. Half of
 * the first is sent when `then` is called.
 */
async function download(then: (rest: ServerResponse) => void): Promise<Script[]> {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === '/late.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': 2 * half.length });
      return asked.resolve(response);
    }
    if (request.url === '/ahead.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      return response.end(half);
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<script>
      const fetchScript = (src, onload) =>
        document.head.append(Object.assign(document.createElement('script'), { src, onload }));
      const fetchAhead = () => fetchScript('/ahead.js');
      addEventListener('load', () => fetchScript('/late.js', () => requestIdleCallback(fetchAhead)));
    </script>`);
  });
  const port = await listen(server);
  onTestFinished(() => closeServer(server));
  const { browser } = await openBrowser();
  onTestFinished(() => browser.close());
  const url = new URL(`http://127.0.0.1:${port}/`);
  return scriptsOf(browser, url, async () => {
    const response = await asked.promise;
    response.write(half, () => then(response));
  });
}

describe.skipIf(!hasBrowser)('a script that is on its way when the page is there', () => {
  test('is waited for, and so is what the page fetches ahead', async () => {
    const scripts = await download((rest) => rest.end(half));
    expect(scripts).toMatchObject([
      { path: '/late.js', encoding: 'identity', raw_bytes: 2 * half.length },
      { path: '/ahead.js', encoding: 'identity', raw_bytes: half.length },
    ]);
    expect(scripts[0]?.received_bytes).toBeGreaterThan(2 * half.length);
  });

  test('is named when it breaks off', async () => {
    await expect(download((rest) => rest.destroy())).rejects.toThrow(
      /late\.js didn't come whole \(net::ERR_/,
    );
  });
});
