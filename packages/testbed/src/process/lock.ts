import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Lets one process at a time do something. A lock whose holder has ended, however, is taken over.
 *
 * @param path of the lock file; its folder is made
 * @param onWait called once if somebody else holds it
 * @returns what gives it back when it is disposed of
 */
export async function lock(path: string, onWait: (pid: number) => void): Promise<AsyncDisposable> {
  await mkdir(dirname(path), { recursive: true });
  let waited = false;
  while (!(await made(path))) {
    const holder = await holderOf(path);
    if (holder === undefined) {
      await removeStale(path);
      continue;
    }
    if (!waited) onWait(holder);
    waited = true;
    await wait(200);
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

/** @returns false if the file is there already */
async function made(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a process that has ended. Only one may do that at a time: a second one that had seen the old lock,
 * too, would remove the lock that the first one has made since.
 */
async function removeStale(path: string): Promise<void> {
  const guard = `${path}.stale`;
  if (await made(guard)) {
    if ((await holderOf(path)) === undefined) await rm(path, { force: true });
    await rm(guard, { force: true });
  } else if ((await holderOf(guard)) === undefined) {
    await rm(guard, { force: true }); // killed within these two lines
  } else {
    await wait(20);
  }
}

/** @returns the process that holds the lock; undefined if it has ended, or the lock isn't there */
async function holderOf(path: string): Promise<number | undefined> {
  try {
    const pid = Number(await readFile(path, 'utf8'));
    // Opened, and its number not written yet; unless that was a while ago.
    if (pid === 0) return Date.now() - (await stat(path)).mtimeMs < 5_000 ? pid : undefined;
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether there is a process of this number, of any user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
