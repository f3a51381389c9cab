import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** @throws one line that names the file, if it is missing or no JSON */
export async function readJson<Content>(folder: string, name: string): Promise<Content> {
  return parseJson(await readText(folder, name), path.join(folder, name));
}

/** As people read it. */
export async function writeJson(folder: string, name: string, value: unknown): Promise<void> {
  await writeWhole(folder, name, `${JSON.stringify(value, null, 2)}\n`);
}

/** A full disk, or a process that is killed, leaves the file as it was before. */
export async function writeWhole(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const half = path.join(folder, `.${name}.new`);
  await writeFile(half, content);
  await rename(half, path.join(folder, name));
}

/** JSON, one value a line. @throws one line that names the file, if it is missing, or a line is no JSON */
export async function readLines<Line>(folder: string, name: string): Promise<Line[]> {
  return parseLines(await readText(folder, name), path.join(folder, name));
}

/** @param where it is from, for the error @throws one line */
export function parseJson<Content>(text: string, where: string): Content {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${where} is no JSON: ${(error as Error).message}`);
  }
}

/** @param where they are from, for the error @throws one line that names the line */
export function parseLines<Line>(text: string, where: string): Line[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as Line];
    } catch {
      throw new Error(`${where}, line ${index + 1}, is no JSON: was the run stopped while it wrote?`);
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
