import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** Writes a whole file or none: whoever sees its name sees all of it. */
export function writeWhole(dir: string, name: string, content: string | Uint8Array): void {
  const temporary = temporaryName(dir, name);
  writeFileSync(temporary, content);
  renameSync(temporary, join(dir, name));
}

/**
 * Writes a whole file if nobody has yet, in any thread or process.
 * @returns whether it was this one
 */
export function claim(dir: string, name: string, content: string): boolean {
  const temporary = temporaryName(dir, name);
  writeFileSync(temporary, content);
  try {
    linkSync(temporary, join(dir, name)); // unlike a rename, it fails where the name is taken
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

/** @returns undefined where there is no such file */
export function readIfThere(dir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dir, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function temporaryName(dir: string, name: string): string {
  return join(dir, `.${name}.${process.pid}-${threadId}.tmp`);
}
