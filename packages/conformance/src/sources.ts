import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The root of this repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What a recorded verdict depends on: Meteor's app, its stylesheet, the contract, and the suite itself. */
const paths = [
  'apps/meteor',
  'packages/contract/src',
  'packages/style',
  'packages/conformance/src',
  'packages/conformance/test',
];

/**
 * The files that git knows, or would take if they were added: what tools write beside them doesn't count.
 * @returns a hash of their names and contents, 16 hex digits
 */
export async function hashOfSources(): Promise<string> {
  const list = promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths],
    { cwd: root, maxBuffer: 16_000_000 },
  );
  const names = [...new Set((await list).stdout.split('\0'))].filter((name) => name !== '').sort();
  const hash = createHash('sha256');
  for (const name of names) {
    const content = await readFile(join(root, name)).catch((error: NodeJS.ErrnoException) => {
      // Deleted, and git hasn't been told yet.
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    // Git may have given Windows another line ending; text files are all there is.
    if (content) hash.update(`${name}\0`).update(content.toString().replaceAll('\r\n', '\n')).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
