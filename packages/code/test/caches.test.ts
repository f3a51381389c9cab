import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeCaches } from '../src/times.ts';

test('before a cold build nothing goes that only looks like a cache', async () => {
  const root = await mkdtemp(join(tmpdir(), 'code-caches-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const local = join(root, 'apps/meteor/.meteor/local');
  for (const name of ['bundler-cache', 'build', 'isopacks', 'db']) {
    await mkdir(join(local, name), { recursive: true });
  }
  await removeCaches(root, 'meteor');
  // `db` is the data of whoever ran plain `meteor` here.
  expect((await readdir(local)).sort()).toEqual(['db', 'isopacks']);
});
