import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { lock, makingFolder, userCacheDir } from '../process/index.ts';

/** The version that is built where none is installed. */
const version = '2.12.0';
const module = 'github.com/Shopify/toxiproxy/v2';

export interface Toxiproxy {
  command: string;
  version: string;
}

/** No toxiproxy, and nothing to make one with: what to install. */
export class ToxiproxyMissing extends Error {}

interface Places {
  /** Folders to look in. Default: PATH's, and where Go's own installer puts Go. */
  path?: readonly string[];
  /** Default: the user's cache folder. */
  cacheDir?: string;
}

/**
 * the installed toxiproxy-server; else one built by Go, once: it is kept in the cache. (No npm, PyPI or Debian
 * package carries the server; those that are named after it are clients.)
 * @throws ToxiproxyMissing
 */
export async function findToxiproxy(log: (line: string) => void, places: Places = {}): Promise<Toxiproxy> {
  const { path: folders = standardFolders(), cacheDir = userCacheDir() } = places;
  const installed = await firstThatRuns(
    folders.map((folder) => path.join(folder, program('toxiproxy-server'))),
  );
  if (installed) return installed;
  const built = path.join(cacheDir, program(`toxiproxy-server-${version}`));
  const cached = await firstThatRuns([built]);
  if (cached) return cached;
  const go = await firstWith(
    folders.map((folder) => path.join(folder, program('go'))),
    ['version'],
  );
  if (!go) {
    throw new ToxiproxyMissing(
      'A slower network needs toxiproxy-server, and there is none on PATH, and no Go (1.23 or later) to build it with: ' +
        'install one of them (https://github.com/Shopify/toxiproxy, `brew install toxiproxy`)',
    );
  }
  await using _lock = await lock(`${built}.lock`, () =>
    log('Waiting for another process that builds toxiproxy'),
  );
  const meanwhile = await firstThatRuns([built]);
  if (meanwhile) return meanwhile;
  log(`Building toxiproxy ${version}, once; it takes a minute`);
  await build(go.command, cacheDir, built);
  const found = await firstThatRuns([built]);
  if (!found) throw new ToxiproxyMissing(`The toxiproxy that was built as ${built} doesn't run`);
  return found;
}

function standardFolders(): string[] {
  return [...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), '/usr/local/go/bin'];
}

function program(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

async function firstThatRuns(commands: readonly string[]): Promise<Toxiproxy | undefined> {
  const found = await firstWith(commands, ['-version']);
  if (!found) return undefined;
  // `toxiproxy-server version 2.12.0`; one that was built without saying so calls itself `git`.
  return { command: found.command, version: found.said.trim().split(/\s+/).at(-1) ?? 'of unknown version' };
}

async function firstWith(
  commands: readonly string[],
  args: string[],
): Promise<{ command: string; said: string } | undefined> {
  for (const command of commands) {
    const said = await promisify(execFile)(command, args).then(
      ({ stdout, stderr }) => `${stdout}${stderr}`,
      () => undefined,
    );
    if (said !== undefined) return { command, said };
  }
  return undefined;
}

/** In a folder of its own: what is half done isn't taken for the whole. */
async function build(go: string, cacheDir: string, built: string): Promise<void> {
  await using making = await makingFolder(cacheDir, 'toxiproxy');
  try {
    const args = [
      'install',
      '-ldflags',
      `-X ${module}.Version=${version}`,
      `${module}/cmd/server@v${version}`,
    ];
    await promisify(execFile)(go, args, { env: { ...process.env, GOBIN: making.path, GOFLAGS: '' } });
    await rename(path.join(making.path, program('server')), built);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const last = (stderr ?? (error as Error).message).trim().split('\n').at(-1);
    throw new ToxiproxyMissing(
      `Go couldn't build toxiproxy ${version}: ${last}. Install toxiproxy-server (https://github.com/Shopify/toxiproxy), or a newer Go`,
    );
  }
}
