import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@meteor-vs-mean/testbed/chromium';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { freePort } from '@meteor-vs-mean/testbed/process/port';
import { chromium, type Page } from 'playwright-core';
import { type Recorder, recordPage } from '../../src/record/cdp.ts';
import type { Recording } from '../../src/record/wire.ts';

/** A Chromium whose DevTools both the recorder and Playwright use. */
export interface SharedBrowser {
  devTools: string;
  stop(): Promise<void>;
}

export async function startSharedBrowser(): Promise<SharedBrowser> {
  const found = await findChromium();
  if (found === undefined) throw new Error('There is no Chromium on this machine');
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'pubsub-test-'));
  const args = ['--headless', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const child = await startChild(
    found.path,
    [...args, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    {
      env: { ...process.env, ...found.env },
      log: (line) => line.startsWith('DevTools listening') && resolve(),
    },
  );
  await Promise.race([listening, child.exited]);
  const stop = async () => {
    await child.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  return { devTools: `http://127.0.0.1:${port}`, stop };
}

/**
 * Records a page while Playwright uses it.
 * @param act what a user does; the recording ends when it resolves
 */
export async function recorded(
  { devTools }: SharedBrowser,
  url: string,
  act: (page: Page) => Promise<void>,
): Promise<Recording> {
  const recorder: Recorder = await recordPage(devTools, url);
  await usePage(devTools, url, act);
  return recorder.stop();
}

/** Lets Playwright use the page at an address, and closes it. */
export async function usePage(
  devTools: string,
  url: string,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await chromium.connectOverCDP(devTools);
  try {
    const page = browser
      .contexts()[0]
      ?.pages()
      .findLast((one) => one.url().startsWith(url));
    if (page === undefined) throw new Error(`no page shows ${url}`);
    await act(page);
    await page.close();
  } finally {
    await browser.close();
  }
}
