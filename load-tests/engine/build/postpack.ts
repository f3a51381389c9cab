/** After `npm pack`: the repository's own package.json again. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
renameSync(join(folder, 'package.json.repository'), join(folder, 'package.json'));
rmSync(join(folder, 'dist'), { recursive: true });
