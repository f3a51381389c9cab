import type { Browser, BrowserType } from 'playwright-core';
import { findProgram, isExecutable } from '../process/index.ts';
import { packagedChromium } from './packaged.ts';

export type { Browser, FrameLocator, Page } from 'playwright-core';

/** A Chromium on this machine. */
export interface Chromium {
  path: string;
  source: 'CHROMIUM_PATH' | 'Playwright' | 'system' | '@sparticuz/chromium';
  /** Over this process's own. */
  env: Record<string, string>;
}

export interface OpenBrowser {
  browser: Browser;
  /** For instance '156.0.7600.0'. */
  version: string;
  source: Chromium['source'];
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Of macOS. */
const apps = ['Google Chrome', 'Chromium'];
const appFolders = apps.map((name) => `/Applications/${name}.app/Contents/MacOS`);

/**
 * Looks for a Chromium: CHROMIUM_PATH, the one that Playwright has installed, a system's, and at last the one inside
 * the npm package @sparticuz/chromium (Linux on x64), which is unpacked once, into the user's cache folder.
 *
 * @returns undefined if there is none
 * @throws one line if CHROMIUM_PATH names none
 */
export async function findChromium(): Promise<Chromium | undefined> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!(await isExecutable(named))) throw new Error(`CHROMIUM_PATH is no program: ${named}`);
    return { path: named, source: 'CHROMIUM_PATH', env: {} };
  }
  const playwrights = (await chromium()).executablePath();
  if (playwrights && (await isExecutable(playwrights)))
    return { path: playwrights, source: 'Playwright', env: {} };
  const path = await findProgram([...names, ...apps], appFolders);
  if (path) return { path, source: 'system', env: {} };
  const packaged = await packagedChromium();
  return packaged && { path: packaged.path, source: '@sparticuz/chromium', env: packaged.env };
}

/** Playwright takes a third of a command's time to load, so only those who look for a browser load it. */
async function chromium(): Promise<BrowserType> {
  return (await import('playwright-core')).chromium;
}

/** How to get one, for people. */
export const chromiumRemedy = 'install Chromium or Chrome, or name one in CHROMIUM_PATH';

/**
 * Starts it without a window.
 * @param options `signals`: whether Ctrl-C and SIGTERM close it and end this process; false where the owner does that.
 *   `args`: more of Chromium's own
 * @throws one line if there is none
 */
export async function openBrowser({
  signals = true,
  args = [],
}: {
  signals?: boolean;
  args?: readonly string[];
} = {}): Promise<OpenBrowser> {
  const found = await findChromium();
  if (!found) throw new Error(`There is no Chromium on this machine: ${chromiumRemedy}.`);
  const browser = await (await chromium()).launch({
    executablePath: found.path,
    headless: true,
    handleSIGINT: signals,
    handleSIGTERM: signals,
    handleSIGHUP: signals,
    // Root, as in CI, has no sandbox; containers have a small /dev/shm; and no page may be slowed for being behind.
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
      ...args,
    ],
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
  return { browser, version: browser.version(), source: found.source };
}
