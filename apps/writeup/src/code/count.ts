import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn, root } from '@meteor-vs-mean/testbed/process';
import type { AppName } from '../kinds/stacks.ts';
import { needed, others, type Part, uncounted } from './parts.ts';

// One formatter sets all sources and puts such a comment on lines of its own, so no parser is needed.
const htmlComment = /^\s*<!--(?:(?!-->).)*-->\s*$/gms;
/** Of TypeScript, JSX, CSS, JSON, and of lists such as .meteor/packages. */
const comment = /^\s*(?:\/\/[^\n]*|# [^\n]*|\{?\/\*(?:(?!\*\/).)*\*\/\}?)\s*$/gms;

/** Lines of code of both apps. */
export type Lines = Record<AppName, number>;

/** Lines of both apps by part. */
export type Count = ReadonlyMap<Part, Lines>;

/**
 * Counts the sources of both apps.
 * @throws one line for a file that is in no part
 */
export async function countLines(): Promise<Count> {
  const count = new Map([...needed, ...others].map((part) => [part, { meteor: 0, mean: 0 }]));
  for (const app of ['meteor', 'mean'] as const) {
    for (const file of await filesIn(path.join(root, 'apps', app))) {
      if (uncounted.some((pattern) => path.matchesGlob(file, pattern))) continue;
      const lines = count.get(partOf(app, file)) as Lines;
      lines[app] += await linesIn(`apps/${app}/${file}`);
    }
  }
  return count;
}

/**
 * The first part whose patterns match a file of an app.
 * @throws one line if there is none
 */
export function partOf(app: AppName, file: string): Part {
  const part = [...others, ...needed].find((one) =>
    one[app].some((pattern) => path.matchesGlob(file, pattern)),
  );
  if (part) return part;
  throw new Error(`apps/${app}/${file} is in no part: add it to apps/writeup/src/code/parts.ts`);
}

/**
 * The lines of a file that hold code: neither blank lines nor those that hold a comment alone.
 * @param file its name says how comments look in it
 */
export function linesOf(text: string, file: string): number {
  const code = text.replace(file.endsWith('.html') ? htmlComment : comment, '');
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** Lines of code in all files under a folder of the repository. */
export async function linesUnder(folder: string): Promise<number> {
  const files = await filesIn(path.join(root, folder));
  const lines = await Promise.all(files.map((file) => linesIn(`${folder}/${file}`)));
  return lines.reduce((sum, one) => sum + one, 0);
}

async function linesIn(file: string): Promise<number> {
  return linesOf(await readFile(path.join(root, file), 'utf8'), file);
}
