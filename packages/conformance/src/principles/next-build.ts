import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { Page } from 'playwright-core';

const version = 'next';

/**
 * @param folder an empty one, which has to exist while the app runs
 * @returns the environment in which an app serves a new build. Meteor's build version is also a setting.
 */
export async function nextBuild(build: Build, folder: string): Promise<Record<string, string>> {
  if (build.stack === 'meteor') return { AUTOUPDATE_VERSION: version };
  await cp(join(build.dir, '../client/dist/mean-client'), folder, { recursive: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await renew(entry.parentPath, entry.name);
  }
  return { CLIENT_DIR: join(folder, 'browser') };
}

/** Renames all scripts, like a real build: each imports the main file, whose content and name are new. */
async function renew(folder: string, name: string): Promise<void> {
  const renamed = (text: string) => text.replace(/\b(main|chunk)-[\w-](?=[\w-]{7}\.js)/g, '$1-_');
  const file = join(folder, renamed(name));
  await rename(join(folder, name), file);
  const text = await readFile(file, 'utf8');
  const added = /^main-.*\.js$/.test(name) ? '\nglobalThis.isNextBuild = true;\n' : '';
  const next = renamed(text) + added;
  if (next !== text) await writeFile(file, next);
}

/** Whether a page runs the new build. */
export function runsNext(page: Page): Promise<boolean> {
  return page.evaluate((next) => {
    const { isNextBuild, __meteor_runtime_config__: meteor } = globalThis as {
      isNextBuild?: boolean;
      __meteor_runtime_config__?: { autoupdate: { versions: Record<string, { version: string }> } };
    };
    return isNextBuild ?? meteor?.autoupdate.versions['web.browser']?.version === next;
  }, version);
}
