import * as fs from 'node:fs/promises';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lock } from '../../src/process/index.ts';

vi.mock('node:fs/promises', async (original) => ({ ...(await original<typeof fs>()) }));

test('a lock that a killed process left is taken over by one at a time', async () => {
  const { rm } = fs;
  const folder = await mkdtemp(join(tmpdir(), 'lock-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'building.lock');
  await writeFile(path, '999999999');
  // The first one has seen the old lock, and is held up before it removes it.
  const removing = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const slow = vi.spyOn(fs, 'rm').mockImplementationOnce(async (...args) => {
    removing.resolve();
    await held.promise;
    return rm(...args);
  });
  onTestFinished(() => slow.mockRestore());
  let holders = 0;
  const take = async () => {
    const locked = await lock(path, () => {});
    holders += 1;
    return () => locked[Symbol.asyncDispose]();
  };
  const first = take();
  await removing.promise;
  const second = take();
  // The second one may not get it before the first one continues, however long that takes.
  await Promise.race([second, wait(500)]);
  held.resolve();
  const release = await Promise.race([first, second]);
  await wait(500);
  expect(holders).toBe(1);
  await release();
  for (const one of await Promise.all([first, second])) await one();
  expect(holders).toBe(2);
  expect(await readdir(folder)).toEqual([]);
});
