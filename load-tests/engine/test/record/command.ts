import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { type SharedBrowser, usePage } from './browser.ts';

export const main = join(import.meta.dirname, '../../src/record/main.ts');

/** What the command left. */
export interface Recorded {
  file: string;
  yaml: string;
  status: number;
  output: string;
}

/** Types `pubsub-record <url> --cdp ... --try`, and uses the page until it is closed. */
export async function record(
  { devTools }: SharedBrowser,
  url: string,
  act: (page: Page) => Promise<void>,
  more: string[] = [],
): Promise<Recorded> {
  const file = join(temporaryFolder(), 'recorded.yml');
  const child = spawn(process.execPath, [main, url, '--cdp', devTools, '--out', file, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const closed = once(child, 'close');
  await once(createInterface(child.stderr), 'line');
  await usePage(devTools, url, act);
  const [status] = await closed;
  return { file, yaml: readFileSync(file, 'utf8'), status, output };
}
