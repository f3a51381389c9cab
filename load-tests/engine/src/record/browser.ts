import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Child, findProgram, startChild } from '@meteor-vs-mean/testbed/process';

export interface StartedBrowser {
  /** Of its DevTools. */
  url: string;
  stop(): Promise<void>;
}

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome', 'msedge'];
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const macFolders = macApps.map((name) => `/Applications/${name}.app/Contents/MacOS`);
const timeout_ms = 30_000;

/**
 * Starts a browser with a new profile and a window; without a window where there is no display.
 * @param program its path; undefined: the system's, or Playwright's
 * @throws Error of one line if there is none, or it can't be started
 */
export async function startBrowser(program: string | undefined): Promise<StartedBrowser> {
  const command = program ?? (await findBrowser());
  const profile = await mkdtemp(path.join(tmpdir(), 'pubsub-record-'));
  const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const args = [
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    ...(hasDisplay ? [] : ['--headless']),
    // Chromium has no sandbox for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
    'about:blank',
  ];
  let listening: (url: string) => void = () => {};
  const address = new Promise<string>((resolve) => {
    listening = resolve;
  });
  const child: Child = await startChild(command, args, {
    log: (line) => {
      const [, url] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (url !== undefined) listening(url);
    },
  });
  const stop = async () => {
    await child.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  const ended = child.exited.then(({ code, signal }) => {
    throw new Error(
      `${command} ended with ${code ?? signal}: ${child.lastLines.at(-1) ?? 'it said nothing'}`,
    );
  });
  const late = AbortSignal.timeout(timeout_ms);
  const silent = once(late, 'abort').then(() => {
    throw new Error(`${command} has not named its DevTools in ${timeout_ms / 1000} s`);
  });
  for (const promise of [ended, silent]) promise.catch(() => {}); // only who is first counts
  try {
    return { url: await Promise.race([address, ended, silent]), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findBrowser(): Promise<string> {
  const found = (await findProgram([...names, ...macApps], macFolders)) ?? (await playwrights());
  if (found !== undefined) return found;
  throw new Error(
    'no Chrome or Chromium was found: name one with --browser <path>, or install one: npm install playwright-core && npx playwright-core install chromium',
  );
}

/** Playwright's own browser, where playwright-core is installed. */
async function playwrights(): Promise<string | undefined> {
  const playwright = await import('playwright-core').catch(() => undefined);
  const program = playwright?.chromium.executablePath();
  return program ? findProgram([path.basename(program)], [path.dirname(program)]) : undefined;
}
