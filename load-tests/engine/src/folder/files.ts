import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** Writes a whole file or none: a reader never sees a part of it. */
export function writeWhole(dir: string, name: string, content: string | Uint8Array): void {
  const temporary = temporaryName(dir, name);
  writeFileSync(temporary, content);
  renameSync(temporary, join(dir, name));
}

/**
 * Writes a whole file, unless another thread or process already has.
 * @returns whether this call wrote it
 */
export function claim(dir: string, name: string, content: string): boolean {
  const temporary = temporaryName(dir, name);
  writeFileSync(temporary, content);
  try {
    linkSync(temporary, join(dir, name)); // unlike a rename, it fails if the name is taken
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

/** @returns undefined if there is no such file */
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
