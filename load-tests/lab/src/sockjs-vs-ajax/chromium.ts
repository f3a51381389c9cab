import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/chromium';

let asked: Promise<{ version: string } | { notRun: string }> | undefined;

/** Of the Chromium that is started for a page; asked once. */
export function chromiumVersion(): Promise<{ version: string } | { notRun: string }> {
  asked ??= ask();
  return asked;
}

async function ask(): Promise<{ version: string } | { notRun: string }> {
  const found = await findChromium();
  if (!found) return { notRun: `there is no Chromium on this machine: ${chromiumRemedy}` };
  const { stdout } = await promisify(execFile)(found.path, ['--version'], {
    env: { ...process.env, ...found.env },
  });
  return { version: /[\d.]{5,}/.exec(stdout)?.[0] ?? stdout.trim() };
}
