import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What tools write beside the sources, as .gitignore has it. */
const written = new Set([
  'node_modules',
  'local',
  'dev_bundle',
  'dist',
  '.turbo',
  '.cache',
  '.angular',
  'coverage',
  '.DS_Store',
]);

/** @returns the files of a folder and of those in it, sorted, relative to it */
export async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (written.has(name) || /\.(log|tsbuildinfo)$/.test(name)) continue;
    if (entry.isDirectory()) {
      for (const file of await filesIn(join(folder, name))) files.push(`${name}/${file}`);
    } else {
      files.push(name);
    }
  }
  return files.sort();
}
