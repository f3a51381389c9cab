import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn, root } from '@meteor-vs-mean/process';
import type { AppName } from '../kinds/stacks.ts';
import { needed, others, type Part, uncounted } from './parts.ts';

// One formatter sets all sources and puts such a comment on lines of its own, so no parser is needed.
const htmlComment = /^\s*<!--(?:(?!-->).)*-->\s*$/gms;
/** Of TypeScript, JSX, CSS, JSON, and of lists such as .meteor/packages. */
const comment = /^\s*(?:\/\/[^\n]*|# [^\n]*|\{?\/\*(?:(?!\*\/).)*\*\/\}?)\s*$/gms;

/** Lines of code of both apps. */
export type Lines = Record<AppName, number>;

/** A part, with its lines in each app. */
export interface CountedPart {
  part: Part;
  lines: Lines;
}

/** The lines of both apps by part, and those that they share. */
export interface Count {
  needed: readonly CountedPart[];
  others: readonly CountedPart[];
  contract: number;
  /** The lines of the contract that only MEAN needs. */
  contractOfMean: number;
  style: number;
}

/**
 * Counts the sources as they are now.
 * @throws one line for a file that is in no part
 */
export async function countLines(): Promise<Count> {
  const [meteor, mean] = [await linesByPart('meteor'), await linesByPart('mean')];
  const counted = (part: Part) => ({
    part,
    lines: { meteor: meteor.get(part) ?? 0, mean: mean.get(part) ?? 0 },
  });
  return {
    needed: needed.map(counted),
    others: others.map(counted),
    contract: await linesUnder('packages/contract/src'),
    contractOfMean: await linesIn('packages/contract/src/socket.ts'),
    style: await linesUnder('packages/style/src'),
  };
}

async function linesByPart(app: AppName): Promise<Map<Part, number>> {
  const byPart = new Map<Part, number>();
  for (const file of await filesIn(path.join(root, 'apps', app))) {
    if (uncounted.some((pattern) => path.matchesGlob(file, pattern))) continue;
    const part = partOf(app, file);
    byPart.set(part, (byPart.get(part) ?? 0) + (await linesIn(`apps/${app}/${file}`)));
  }
  return byPart;
}

/**
 * The first part whose patterns match a file of an app.
 * @throws one line if there is none
 */
export function partOf(app: AppName, file: string): Part {
  // Pages has whole folders, so it comes last.
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

async function linesIn(file: string): Promise<number> {
  return linesOf(await readFile(path.join(root, file), 'utf8'), file);
}

async function linesUnder(folder: string): Promise<number> {
  const files = await filesIn(path.join(root, folder));
  const lines = await Promise.all(files.map((file) => linesIn(`${folder}/${file}`)));
  return lines.reduce((sum, one) => sum + one, 0);
}
