import { expect, test } from 'vitest';
import { countOf, packagesUnder } from '../src/locked-packages.ts';

const lock = {
  packages: {
    '': { devDependencies: { linter: '1' } },
    'apps/server': {
      dependencies: { express: '1', '@ours/contract': '*' },
      devDependencies: { tester: '1', '@ours/mongo': '*' },
    },
    'packages/contract': {
      name: '@ours/contract',
      dependencies: { zod: '1' },
      devDependencies: { linter: '1' },
    },
    'packages/mongo': { name: '@ours/mongo', dependencies: { download: '1' } },
    'node_modules/@ours/contract': { resolved: 'packages/contract', link: true },
    'node_modules/@ours/mongo': { resolved: 'packages/mongo', link: true },
    'node_modules/express': {
      version: '5.0.0',
      dependencies: { ms: '2' },
      optionalDependencies: { fast: '1' },
      peerDependencies: { absent: '1', zod: '*' },
      peerDependenciesMeta: { absent: { optional: true } },
    },
    'node_modules/express/node_modules/ms': { version: '2.0.0', dependencies: { express: '5' } },
    'node_modules/ms': { version: '1.0.0' },
    'node_modules/fast': { version: '1.0.0' },
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/linter': { version: '1.0.0' },
    'node_modules/tester': { version: '1.0.0', dependencies: { ms: '1' } },
    'node_modules/download': { version: '1.0.0' },
  },
};

const named = (dev: boolean, ours: string[]) =>
  packagesUnder(lock, ['apps/server'], { dev, ours })
    .map(({ name, version }) => `${name}@${version}`)
    .sort();

test('what a package needs to run, each in the version that it finds', () => {
  expect(named(false, ['@ours/contract'])).toEqual(['express@5.0.0', 'fast@1.0.0', 'ms@2.0.0', 'zod@4.0.0']);
});

test('with what builds it, but not with what builds a package of ours, nor with what only tests it', () => {
  expect(named(true, ['@ours/contract'])).toEqual([
    ...['express@5.0.0', 'fast@1.0.0', 'ms@1.0.0', 'ms@2.0.0', 'tester@1.0.0', 'zod@4.0.0'],
  ]);
});

test('one name and version in two places is one package', () => {
  expect(
    countOf([
      { name: 'ms', version: '1' },
      { name: 'ms', version: '1' },
      { name: 'ms', version: '2' },
    ]),
  ).toBe(2);
});

test('a place that the lock file lacks is said', () => {
  expect(() => packagesUnder(lock, ['apps/gone'], { dev: false })).toThrow(/apps\/gone.*npm install/);
});
