import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { CompareFolder } from '@meteor-vs-mean/measure/results';
import { replaceFolder } from '@meteor-vs-mean/testbed/process';
import { addNote, notesFolder, type Prediction, readNotes } from './notes.ts';
import { workshopRuns } from './questions.ts';

/** A pair's folder for the wrap-up, named after them. */
export interface HandedIn {
  name: string;
  predictions: Prediction[];
  runs: CompareFolder[];
}

/** Where pairs' folders are created. */
export const handInFolder = path.join(notesFolder, 'hand-in');

/** The raw results; summary and drawings are derived from them. */
const record = ['manifest.json', 'rounds.jsonl', 'rounds.pack.gz'];

/**
 * Copies a pair's predictions and results into one folder, replacing an earlier one.
 * @returns the folder and its contents
 * @throws a one-line error if there are none, or the folder contains other files
 */
export async function handIn(
  name: string,
  from: { notes: string; results: string; to: string },
): Promise<HandedIn & { folder: string }> {
  const predictions = await readNotes('predictions', from.notes);
  const runs = await workshopRuns(from.results);
  if (predictions.length === 0 && runs.length === 0) {
    throw new Error('There is nothing to hand in: predict with npm run workshop:predict, then measure');
  }
  const folder = path.join(from.to, name);
  await replaceFolder(folder);
  for (const prediction of predictions) await addNote('predictions', prediction, folder);
  for (const run of runs) {
    const to = path.join(folder, path.basename(run.folder));
    await mkdir(to);
    for (const file of record) await copyFile(path.join(run.folder, file), path.join(to, file));
  }
  return { name, predictions, runs, folder };
}

/**
 * The pairs' folders, by name.
 * @param folders of pairs, or folders of such folders
 * @param say gets each run that fails verification, and each folder without predictions and runs
 * @throws a one-line error if there are no folders at all, or predictions can't be read
 */
export async function handedIn(folders: readonly string[], say: (line: string) => void): Promise<HandedIn[]> {
  const pairs = new Map<string, HandedIn>();
  for (const folder of folders) {
    const all = await pairsIn(folder, say);
    if (all.length === 0) throw new Error(`${folder} contains nothing that was handed in`);
    for (const [place, pair] of all) pairs.set(place, pair);
  }
  return [...pairs.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** A pair's folder has predictions or runs; any other folder is searched for pairs' folders. @returns pairs by path */
async function pairsIn(folder: string, say: (line: string) => void): Promise<[string, HandedIn][]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no folder ${folder}`);
    throw error;
  });
  const pair = await pairAt(folder, say);
  if (pair) return [[path.resolve(folder), pair]];
  const found: [string, HandedIn][] = [];
  for (const { name } of entries.filter((one) => one.isDirectory() && !one.name.startsWith('.'))) {
    const place = path.join(folder, name);
    const below = await pairAt(place, say);
    if (below) found.push([path.resolve(place), below]);
    else say(`Nothing was handed in in ${place}: if it contains folders of pairs, name those`);
  }
  return found;
}

/** @returns undefined for a folder without predictions and runs */
async function pairAt(folder: string, say: (line: string) => void): Promise<HandedIn | undefined> {
  const predictions = await readNotes('predictions', folder);
  const runs = await workshopRuns(folder, say);
  if (predictions.length === 0 && runs.length === 0) return undefined;
  return { name: path.basename(path.resolve(folder)), predictions, runs };
}
