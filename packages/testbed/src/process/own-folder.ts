import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Lies in every folder that a command of ours made and may replace. */
const mark = '.made-by-meteor-vs-mean';

/**
 * Looks whether a command may replace a folder: it is not there, is empty, or a command of ours made it.
 * @throws one line if something else is there
 */
export async function mustBeReplaceable(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[];
    throw error.code === 'ENOTDIR' ? refusal(folder, 'is no folder') : error;
  });
  if (names.length > 0 && !names.includes(mark))
    throw refusal(folder, 'holds files that no command of ours put there');
}

const refusal = (folder: string, why: string) =>
  new Error(`${folder} ${why}, and is left unchanged: name a folder that is new or empty`);

/**
 * Makes an empty folder, in place of one that is there.
 * @throws as `mustBeReplaceable` does
 */
export async function replaceFolder(folder: string): Promise<void> {
  await mustBeReplaceable(folder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, mark), '');
}
