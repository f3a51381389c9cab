import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Lets one process at a time do something. A lock whose holder has ended, however, is taken over.
 *
 * @param path of the lock file; its folder is made
 * @param onWait called once if somebody else holds it
 * @returns what gives it back
 */
export async function lock(path: string, onWait: (pid: number) => void): Promise<() => Promise<void>> {
  await mkdir(dirname(path), { recursive: true });
  let waited = false;
  for (;;) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await holderOf(path);
    if (holder === undefined) {
      await rm(path, { force: true });
      continue;
    }
    if (!waited) onWait(holder);
    waited = true;
    await wait(200);
  }
}

/** @returns the process that holds the lock; undefined if it has ended */
async function holderOf(path: string): Promise<number | undefined> {
  try {
    const pid = Number(await readFile(path, 'utf8'));
    // Opened, and its number not written yet; unless that was a while ago.
    if (pid === 0) return Date.now() - (await stat(path)).mtimeMs < 5_000 ? pid : undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? -1 : undefined;
  }
}
