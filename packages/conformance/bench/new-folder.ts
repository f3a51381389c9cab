import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from '../src/sources.ts';

/**
 * Where a result goes.
 * @param out as typed; default: load-tests/results/<time>-<name>
 * @throws one line if it is there already
 */
export async function newFolder(out: string | undefined, name: string, now: Date): Promise<string> {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = resolve(out ?? join(root, 'load-tests/results', `${stamp}-${name}`));
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error(`--out is there already: ${folder}`);
  return folder;
}
