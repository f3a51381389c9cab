import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { isMissing } from './files.ts';

/** Texts beside the rounds (schedules, histograms, timelines, logs), by number of the round and by name. */
export type RoundFiles = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** The one file of a whole run that holds them: NDJSON in gzip, a line `{ round, name, content }` a text. */
export const packName = 'rounds.pack.gz';

/** Where the texts are, one a file, until the run ends. */
export const looseName = 'rounds';

/** @returns the same bytes for the same texts, wherever and whenever they are packed with one version of zlib */
export async function pack(files: RoundFiles): Promise<Buffer> {
  const lines = [...files]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([round, texts]) =>
      [...texts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, content]) => `${JSON.stringify({ round, name, content })}\n`),
    );
  const packed = await promisify(gzip)(lines.join(''), { level: constants.Z_BEST_COMPRESSION });
  // The tenth byte names the system that packed: 255 stands for an unknown one (RFC 1952).
  packed[9] = 255;
  return packed;
}

/**
 * The texts of a run's rounds: out of its pack, or one by one until it ends.
 * @throws one line if the pack is cut off, or is no pack
 */
export async function readRoundFiles(folder: string): Promise<RoundFiles> {
  const file = path.join(folder, packName);
  const packed = await readFile(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (packed === undefined) return readLoose(path.join(folder, looseName));
  const files = new Map<number, Map<string, string>>();
  try {
    const text = (await promisify(gunzip)(packed)).toString('utf8');
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const { round, name, content } = JSON.parse(line);
      files.set(round, (files.get(round) ?? new Map<string, string>()).set(name, content));
    }
  } catch (error) {
    throw new Error(`${file} can't be unpacked, is it cut off? ${(error as Error).message}`);
  }
  return files;
}

/** Files of rounds/001, rounds/002 ... */
async function readLoose(folder: string): Promise<RoundFiles> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = new Map<number, Map<string, string>>();
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const round = Number(path.basename(entry.parentPath));
    const content = await readFile(path.join(entry.parentPath, entry.name), 'utf8');
    files.set(round, (files.get(round) ?? new Map<string, string>()).set(entry.name, content));
  }
  return files;
}

/** The folder of a round's texts until the run ends. */
export function looseFolder(folder: string, round: number): string {
  return path.join(folder, looseName, String(round).padStart(3, '0'));
}
