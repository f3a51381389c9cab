import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { expect, test } from 'vitest';

interface Package {
  name: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const packageIn = (folder: string): Package =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));

const workspaces = globSync(packageIn('.').workspaces ?? [], { cwd: root });
const ours = /(?:from|import|import\()\s*'(@meteor-vs-mean\/[\w-]+|artillery-engine-pubsub)/g;

/** Imports also resolve without the declaration, but then Turborepo reuses outdated results. */
test.for(workspaces)('%s declares the packages of ours that it imports', (folder) => {
  const { name, dependencies, devDependencies } = packageIn(folder);
  const written = ['node_modules', 'dist', 'local', '.meteor', '.angular'];
  const files = globSync('**/*.{ts,tsx}', {
    cwd: path.join(root, folder),
    exclude: (found) => written.includes(path.basename(found)),
  });
  const texts = files.map((file) => readFileSync(path.join(root, folder, file), 'utf8'));
  const imported = new Set(texts.flatMap((text) => [...text.matchAll(ours)].map(([, one]) => one)));
  expect([name, ...Object.keys({ ...dependencies, ...devDependencies })]).toEqual(
    expect.arrayContaining([...imported]),
  );
});
