import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makingFolder } from '../../src/process/index.ts';

test('what a killed process left half made is removed by the next one, and what is still being made is not', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'making-test-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const source = join(import.meta.dirname, '../../src/process/index.ts');
  const script = `const { makingFolder } = await import(${JSON.stringify(source)});
    await makingFolder(${JSON.stringify(parent)}, 'browser'); process.kill(process.pid, 'SIGKILL');`;
  await expect(
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]),
  ).rejects.toMatchObject({ signal: 'SIGKILL' });
  const [left] = await readdir(parent);
  expect(left).toMatch(/^browser-making-\d+-/);
  {
    await using other = await makingFolder(parent, 'font');
    await using one = await makingFolder(parent, 'browser');
    await using two = await makingFolder(parent, 'browser');
    expect((await readdir(parent)).toSorted()).toEqual(
      [one, other, two].map(({ path }) => basename(path)).toSorted(),
    );
  }
  expect(await readdir(parent)).toEqual([]);
});
