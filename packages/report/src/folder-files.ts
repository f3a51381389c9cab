import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LabManifest } from './lab/results.ts';
import type { Manifest } from './results.ts';

/**
 * The manifest of a results folder, whatever kind of run it is of.
 * @throws one line if there is no such folder, or no manifest in it
 */
export async function readManifest(folder: string): Promise<Manifest | LabManifest> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no folder ${folder}`);
    if (error.code === 'ENOTDIR') throw new Error(`${folder} is no folder: name the results folder of a run`);
    throw error;
  });
  if (!files.includes('manifest.json')) {
    throw new Error(
      files.includes('rounds.jsonl')
        ? `${folder} is of a run that hasn't ended: it has rounds, but no manifest.json yet`
        : `${folder} is no results folder: it has no manifest.json. npm run compare and npm run lab make one`,
    );
  }
  return readJson<Manifest | LabManifest>(folder, 'manifest.json');
}

/** @throws one line if its format is another than the one that this version reads */
export function checkFormat(folder: string, found: unknown, wanted: number): void {
  if (found === wanted) return;
  const of = typeof found === 'number' ? `of format ${found}` : 'without a format';
  throw new Error(`${folder} has results ${of}; this version reads format ${wanted}: run its command again`);
}

export async function readJson<Content>(folder: string, name: string): Promise<Content> {
  const text = await readText(folder, name);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path.join(folder, name)} is no JSON: ${(error as Error).message}`);
  }
}

/** JSON, one value a line. */
export async function readLines<Line>(folder: string, name: string): Promise<Line[]> {
  const lines = (await readText(folder, name)).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as Line];
    } catch {
      throw new Error(
        `${path.join(folder, name)}, line ${index + 1}, is no JSON: was the run stopped while it wrote?`,
      );
    }
  });
}

async function readText(folder: string, name: string): Promise<string> {
  return readFile(path.join(folder, name), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) throw new Error(`${folder} is no whole results folder: it has no ${name}`);
    throw error;
  });
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
