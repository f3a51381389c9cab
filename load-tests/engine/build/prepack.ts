/**
 * Before `npm pack`: makes dist/, and has package.json say what the package is. In the repository the engine runs
 * from its sources; `postpack` puts that package.json back.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDist } from './dist.ts';

const folder = join(import.meta.dirname, '..');
const manifest = join(folder, 'package.json');
/** It is still there if an earlier `npm pack` was ended before its time. */
const kept = join(folder, 'package.json.repository');

await makeDist();
if (!existsSync(kept)) copyFileSync(manifest, kept);
const {
  private: _private,
  scripts: _scripts,
  devDependencies: _dev,
  ...rest
} = JSON.parse(readFileSync(kept, 'utf8'));
const packed = {
  ...rest,
  bin: { 'pubsub-capacity': './dist/capacity/main.js', 'pubsub-record': './dist/record/main.js' },
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './schema.json': './schema.json',
    './package.json': './package.json',
  },
  files: ['dist', 'schema.json'],
};
writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`);
