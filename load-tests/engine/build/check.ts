/**
 * `npm run check:package -w artillery-engine-pubsub -- <tarball>`: whether what `npm pack` made is sound for those who install
 * it, by publint and by are-the-types-wrong. Ends with 1 where one of them finds anything at all.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const [tarball] = process.argv.slice(2);
if (tarball === undefined) {
  console.error('check:package: name the tarball that `npm pack -w artillery-engine-pubsub` made');
  process.exit(1);
}

/**
 * The package has ES modules alone: Artillery imports its engines, and every Node that we support (22.18 and later) also
 * requires them. are-the-types-wrong would report that a CommonJS file gets an ES module, and that resolution as of Node 10
 * knows no `exports`. The profile `esm-only` leaves out these two, and nothing else.
 */
const checks = [
  ['publint', 'publint', ['--strict', tarball]],
  ['@arethetypeswrong/cli', 'attw', ['--profile', 'esm-only', '--no-emoji', tarball]],
] as const;

let isClean = true;
for (const [name, command, args] of checks) {
  const { status } = spawnSync(process.execPath, [binOf(name, command), ...args], { stdio: 'inherit' });
  isClean &&= status === 0;
}
process.exit(isClean ? 0 : 1);

function binOf(name: string, command: string): string {
  const manifest = findPackageJSON(name, import.meta.url) as string;
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin[command]);
}
