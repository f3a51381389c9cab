import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = (script: string, args: string[] = [], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../src', script), ...args], {
    env: { ...process.env, ...env },
  });

test('`lines` prints both apps side by side', async () => {
  const { stdout } = await run('print-lines.ts');
  expect(stdout).toMatch(/Publications and live queries \(both\).*\d+.*\d+/);
  expect(stdout).toMatch(/sum of what both need/);
});

test('`record` says what is missing in one line, and leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'code-record-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const out = join(folder, 'out');
  const nowhere = { PATH: '/usr/bin:/bin', HOME: folder, METEOR_BUNDLE: '' };
  await expect(run('record.ts', ['--out', out], nowhere)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^record: Meteor isn't here: .*Remedy: .*\n$/),
  });
  await expect(run('record.ts', ['--out', folder])).rejects.toMatchObject({
    stderr: expect.stringContaining('is there already'),
  });
  expect((await run('record.ts', ['--help'])).stdout).toMatch(/--out/);
});
