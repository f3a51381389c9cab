import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { written } from '@meteor-vs-mean/stacks';

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
