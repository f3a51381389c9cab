import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lock } from '../process/index.ts';
import { meanScripts } from './mean-scripts.ts';
import { keptWeight, type PageWeight } from './page-weight.ts';
import { buildPackage } from './program.ts';
import { hashOf } from './sources.ts';

const client = 'apps/mean/client';
const sources = [client, 'packages/contract', 'packages/style', 'package-lock.json'];
const browserDirOf = (root: string): string => join(root, client, 'dist/mean-client/browser');
/** Holds the hash of the sources that the client was built from. */
const stampOf = (root: string): string => join(root, client, 'dist/sources');
/** Holds the `PageWeight` of what was built. */
const weightOf = (root: string): string => join(root, client, 'dist/weight.json');

/**
 * Builds the Angular client where the server looks for it, unless it is there already, from the same sources.
 *
 * @param root of the checkout
 * @returns what its JavaScript weighs
 * @throws the last lines of what the build printed, if it fails
 */
export async function buildClient(root: string, log: (line: string) => void): Promise<PageWeight> {
  const hash = await hashOf(root, sources);
  if (!(await isBuilt(root, hash))) await buildAlone(root, hash, log);
  return keptWeight(weightOf(root), () => meanScripts(browserDirOf(root)));
}

async function buildAlone(root: string, hash: string, log: (line: string) => void): Promise<void> {
  await using _lock = await lock(join(root, client, '.angular/build.lock'), (pid) =>
    log(`Waiting for process ${pid}, which builds the Angular client`),
  );
  if (await isBuilt(root, hash)) return;
  log('Building the Angular client');
  for (const file of [stampOf(root), weightOf(root)]) await rm(file, { force: true });
  await buildPackage(root, client);
  await mkdir(dirname(stampOf(root)), { recursive: true });
  await writeFile(stampOf(root), hash);
}

async function isBuilt(root: string, hash: string): Promise<boolean> {
  return (await readFile(stampOf(root), 'utf8').catch(() => undefined)) === hash;
}
