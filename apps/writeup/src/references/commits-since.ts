import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '@meteor-vs-mean/testbed/process';

/** Neither a test nor a text changes a figure. */
const withoutTests = [':(exclude,glob)**/test/**', ':(exclude,glob)**/*.test.*', ':(exclude,glob)**/*.md'];

/**
 * How many commits have changed some folders since a commit.
 * @param folders relative to the checkout's root
 * @returns 0 if they are the same at HEAD; null if the commit isn't in this clone, as in a shallow one
 */
export async function commitsSince(
  commit: string,
  folders: readonly string[],
  checkout: string = root,
): Promise<number | null> {
  const git = promisify(execFile);
  const run = (...args: string[]) => git('git', args, { cwd: checkout });
  const paths = ['--', ...folders, ...withoutTests];
  try {
    const changed = await run('diff', '--name-only', commit, 'HEAD', ...paths);
    if (changed.stdout === '') return 0;
    const { stdout } = await run('rev-list', '--count', `${commit}..HEAD`, ...paths);
    return Number(stdout);
  } catch {
    return null;
  }
}
