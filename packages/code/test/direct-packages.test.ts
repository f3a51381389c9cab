import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LockFile } from '@meteor-vs-mean/stacks';
import { expect, test } from 'vitest';
import { namedBy } from '../src/direct-packages.ts';
import { countOf, packagesUnder } from '../src/locked-packages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('an app names its own packages, and both have what the contract takes', async () => {
  const [meteor, mean] = [await namedBy(root, 'meteor'), await namedBy(root, 'mean')];
  const use = (of: typeof meteor, name: string) => of.find((one) => one.name === name)?.use;
  expect([use(meteor, 'react'), use(meteor, 'typescript'), use(meteor, 'zod')]).toEqual([
    'runs',
    'builds',
    'runs',
  ]);
  expect([use(mean, 'express'), use(mean, '@angular/build'), use(mean, 'zod')]).toEqual([
    'runs',
    'builds',
    'runs',
  ]);
  // MEAN's server has it to run, and its tests as a client: that it runs counts.
  expect(use(mean, 'socket.io-client')).toBe('runs');
  for (const { name, version } of [...meteor, ...mean]) {
    expect(name).not.toMatch(/^@meteor-vs-mean/);
    expect(version, name).toMatch(/^\d+\.\d+\.\d+/);
  }
});

test('what is installed for the MEAN app is found in the lock file', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const ours = ['@meteor-vs-mean/contract', '@meteor-vs-mean/style'];
  const of = (places: string[], dev: boolean) => packagesUnder(lock, places, { dev, ours });
  const server = of(['apps/mean/server'], false);
  const all = of(['apps/mean/server', 'apps/mean/client'], true);
  const names = new Set(server.map(({ name }) => name));
  expect(['express', 'engine.io', 'bson', 'zod'].filter((name) => !names.has(name))).toEqual([]);
  expect(names.has('mongodb-memory-server-core')).toBe(false);
  expect(countOf(all)).toBeGreaterThan(countOf(server));
});
