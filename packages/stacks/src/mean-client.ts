import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from './lock.ts';
import { buildPackage } from './package-build.ts';
import { hashOf, root } from './sources.ts';

const client = 'apps/mean/client';
const sources = [client, 'packages/contract', 'packages/style', 'package-lock.json'];
const dist = join(root, client, 'dist');
/** What Express serves. */
const browserDir = join(dist, 'mean-client/browser');
/** Holds the hash of the sources that dist was built from. */
const stamp = join(dist, 'sources');

/**
 * Builds the Angular client where the server looks for it, unless it is there already, from the same sources.
 *
 * @returns the folder of its index.html
 * @throws the last lines of what the build printed, if it fails
 */
export async function buildClient(log: (line: string) => void): Promise<string> {
  const hash = await hashOf(sources);
  if (!(await isBuilt(hash))) await buildAlone(hash, log);
  return browserDir;
}

async function buildAlone(hash: string, log: (line: string) => void): Promise<void> {
  const release = await lock(join(root, client, '.angular/build.lock'), (pid) =>
    log(`Waiting for process ${pid}, which builds the Angular client`),
  );
  try {
    if (await isBuilt(hash)) return;
    log('Building the Angular client');
    await rm(stamp, { force: true });
    await buildPackage(client, log);
    await mkdir(dist, { recursive: true });
    await writeFile(stamp, hash);
  } finally {
    await release();
  }
}

async function isBuilt(hash: string): Promise<boolean> {
  return (await readFile(stamp, 'utf8').catch(() => undefined)) === hash;
}
