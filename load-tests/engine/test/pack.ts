import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const engine = join(import.meta.dirname, '..');
const root = join(engine, '../..');
const execute = promisify(execFile);

/**
 * `npm pack`, in a copy: it rewrites package.json for a while, and other tests are using the engine.
 * @param place an empty folder, for both
 */
export async function pack(place: string): Promise<{ tarball: string; copy: string }> {
  const copy = join(place, 'load-tests/engine');
  mkdirSync(copy, { recursive: true });
  for (const name of ['src', 'build', 'package.json', 'tsconfig.json', 'schema.json', 'README.md']) {
    cpSync(join(engine, name), join(copy, name), { recursive: true });
  }
  cpSync(join(root, 'tsconfig.base.json'), join(place, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  await execute('npm', ['pack', '--pack-destination', place], { cwd: copy });
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz')) as string;
  return { tarball: join(place, tarball), copy };
}
