import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/testbed/chromium';
import { findToxiproxy } from '@meteor-vs-mean/testbed/network';
import type { Target } from './experiment.ts';
import { versionsOf } from './versions.ts';

let asked: Promise<string> | undefined;

/**
 * The version of the Chromium that a testbed opens; asked once.
 * @throws one line if there is none on this machine
 */
export function chromiumVersion(): Promise<string> {
  asked ??= ask();
  return asked;
}

async function ask(): Promise<string> {
  const found = await findChromium();
  if (!found) throw new Error(`there is no Chromium on this machine: ${chromiumRemedy}`);
  const env = { ...process.env, ...found.env };
  const { stdout } = await promisify(execFile)(found.path, ['--version'], { env });
  return /[\d.]{5,}/.exec(stdout)?.[0] ?? stdout.trim();
}

/**
 * Of a target whose client is a page, near and far away.
 * @param from `import.meta.url` of the file that has the libraries
 */
export function inChromium(libraries: readonly string[], from: string): Pick<Target, 'find' | 'prepare'> {
  return {
    async find() {
      const versions = versionsOf(libraries, from);
      return { versions: { ...versions, chromium: await chromiumVersion(), node: process.versions.node } };
    },
    async prepare(log) {
      await findToxiproxy(log);
      return {};
    },
  };
}
