import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashOf } from '../../src/stacks/sources.ts';

test('a hash is of names and contents, and the same before and after npm packages are installed', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'sources-test-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'app/client'), { recursive: true });
  await writeFile(path.join(root, 'app/client/main.ts'), 'one');
  // As apps/meteor has it: the link leads to nothing until its packages are there.
  await symlink('../node_modules/style/style.css', path.join(root, 'app/client/style.css'));
  const before = await hashOf(root, ['app']);

  await mkdir(path.join(root, 'app/node_modules/style'), { recursive: true });
  await writeFile(path.join(root, 'app/node_modules/style/style.css'), 'body {}');
  expect(await hashOf(root, ['app'])).toBe(before);

  await writeFile(path.join(root, 'app/client/main.ts'), 'two');
  expect(await hashOf(root, ['app'])).not.toBe(before);
});
