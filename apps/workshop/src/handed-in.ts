import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { CompareFolder } from '@meteor-vs-mean/measure/results';
import { replaceFolder } from '@meteor-vs-mean/testbed/process';
import { addNote, notesFolder, type Prediction, readNotes } from './notes.ts';
import { workshopRuns } from './questions.ts';

/** What one pair of people brings to the wrap-up: a folder that is named after them. */
export interface HandedIn {
  name: string;
  predictions: Prediction[];
  runs: CompareFolder[];
}

/** Where a pair's folder is made. */
export const handInFolder = path.join(notesFolder, 'hand-in');

/** What was measured; summary and drawings follow from it. */
const record = ['manifest.json', 'rounds.jsonl', 'rounds.pack.gz'];

/**
 * Copies what a pair predicted and measured into one folder. One that was handed in before is replaced.
 * @returns the folder, and what is in it
 * @throws one line if there is nothing, or the folder holds something else
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
 * What pairs handed in, by name.
 * @param folders of pairs, or folders that hold such
 * @param say told of each run that can't be believed, and of each folder in which nothing was handed in
 * @throws one line if nothing was handed in at all, or predictions can't be read
 */
export async function handedIn(folders: readonly string[], say: (line: string) => void): Promise<HandedIn[]> {
  const pairs = new Map<string, HandedIn>();
  for (const folder of folders) {
    const all = await pairsIn(folder, say);
    if (all.length === 0) throw new Error(`${folder} holds nothing that was handed in`);
    for (const [place, pair] of all) pairs.set(place, pair);
  }
  return [...pairs.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** A pair's folder has its predictions, or runs; another one holds folders of pairs. @returns pairs by their places */
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
    else say(`Nothing was handed in in ${place}: name the folders in it, if they are of pairs`);
  }
  return found;
}

/** @returns undefined of a folder without predictions and runs */
async function pairAt(folder: string, say: (line: string) => void): Promise<HandedIn | undefined> {
  const predictions = await readNotes('predictions', folder);
  const runs = await workshopRuns(folder, say);
  if (predictions.length === 0 && runs.length === 0) return undefined;
  return { name: path.basename(path.resolve(folder)), predictions, runs };
}
