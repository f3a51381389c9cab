import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

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
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

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
  const playwrights = chromium.executablePath();
  if (playwrights && (await isExecutable(playwrights)))
    return { path: playwrights, source: 'Playwright', env: {} };
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of [...candidates, ...(process.platform === 'darwin' ? macApps : [])]) {
    if (await isExecutable(path)) return { path, source: 'system', env: {} };
  }
  return packagedChromium();
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
  const browser = await chromium.launch({
    executablePath: found.path,
    headless: true,
    handleSIGINT: signals,
    handleSIGTERM: signals,
    handleSIGHUP: signals,
    // Root, as in CI, has no sandbox; containers have a small /dev/shm; and no page may be slowed for being behind.
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      ...['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
      '--disable-backgrounding-occluded-windows',
      ...args,
    ],
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
  return { browser, version: browser.version(), source: found.source };
}

/** The package carries the browser and the libraries that a bare Linux lacks (NSS), both compressed. */
async function packagedChromium(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const require = createRequire(import.meta.url);
  let bin: string;
  try {
    bin = join(dirname(dirname(require.resolve('@sparticuz/chromium'))), 'bin');
  } catch {
    return undefined; // an optional dependency: npm may have left it out
  }
  const { version } = JSON.parse(await readFile(join(bin, '../package.json'), 'utf8')) as { version: string };
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'meteor-vs-mean');
  const dir = join(cache, `chromium-${version}`);
  if (!(await isExecutable(join(dir, 'chromium')))) await unpack(bin, cache, dir);
  return {
    path: join(dir, 'chromium'),
    source: '@sparticuz/chromium',
    env: {
      LD_LIBRARY_PATH: [join(dir, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: process.env.FONTCONFIG_PATH ?? join(dir, 'fonts'),
    },
  };
}

/** Into a folder of its own first: another process may do the same at this moment. */
async function unpack(bin: string, cache: string, dir: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'chromium-unpacking-'));
  try {
    const inflate = async (name: string, as: string) => {
      const target = join(fresh, as);
      await pipeline(createReadStream(join(bin, name)), createBrotliDecompress(), createWriteStream(target));
      return target;
    };
    // The browser looks for its software renderer beside itself.
    for (const [name, folder] of [
      ['al2023', 'al2023'],
      ['fonts', 'fonts'],
      ['swiftshader', '.'],
    ] as const) {
      const archive = await inflate(`${name}.tar.br`, `${name}.tar`);
      await mkdir(join(fresh, folder), { recursive: true });
      await promisify(execFile)('tar', ['-xf', archive, '-C', join(fresh, folder)]);
      await rm(archive);
    }
    await chmod(await inflate('chromium.br', 'chromium'), 0o755);
    await rename(fresh, dir).catch(async (error: NodeJS.ErrnoException) => {
      if (!(await isExecutable(join(dir, 'chromium')))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
