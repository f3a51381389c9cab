import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from './lock.ts';

/**
 * A folder in which something is made, beside the one that it is renamed to once it is whole: so nobody meets half of
 * it. The name of such a folder says which process makes it; those of processes that have ended are removed first.
 *
 * @param parent is made
 * @param what is made, as a name begins
 */
export async function makingFolder(
  parent: string,
  what: string,
): Promise<{ path: string } & AsyncDisposable> {
  await mkdir(parent, { recursive: true });
  const start = `${what}-making-`;
  for (const name of await readdir(parent)) {
    const [pid] = name.startsWith(start) ? name.slice(start.length).split('-') : [];
    if (pid && !isRunning(Number(pid))) await rm(join(parent, name), { recursive: true, force: true });
  }
  const path = await mkdtemp(join(parent, `${start}${process.pid}-`));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
