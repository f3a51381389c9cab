import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { replaceFolder } from '@meteor-vs-mean/process';
import { type ResultsFolder, runsIn } from '@meteor-vs-mean/results';
import { addNote, notesFolder, type Prediction, readNotes } from './notes.ts';
import { workshopRuns } from './questions.ts';

/** What one pair of people brings to the wrap-up: a folder that is named after them. */
export interface HandedIn {
  name: string;
  predictions: Prediction[];
  runs: ResultsFolder[];
}

/** Where a pair's folder is made. */
export const handInFolder = path.join(notesFolder, 'hand-in');

/** The record of a run; its drawings are made anew where they are wanted. */
const record = ['manifest.json', 'rounds.jsonl', 'rounds.pack.gz', 'summary.json'];

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
 * @param say told of each run that can't be believed
 */
export async function handedIn(folders: readonly string[], say: (line: string) => void): Promise<HandedIn[]> {
  const found = await Promise.all(folders.map((folder) => pairFolders(folder)));
  const places = [...new Set(found.flat().map((folder) => path.resolve(folder)))];
  const pairs = await Promise.all(
    places.map(async (folder): Promise<HandedIn> => {
      // The newest of each kind: a folder may be somebody's whole load-tests/results.
      for (const line of await unbelievable(folder)) say(line);
      return {
        name: path.basename(folder),
        predictions: await readNotes('predictions', folder),
        runs: await workshopRuns(folder),
      };
    }),
  );
  return pairs.toSorted((a, b) => a.name.localeCompare(b.name));
}

async function unbelievable(folder: string): Promise<string[]> {
  const lines: string[] = [];
  await runsIn(folder, (line) => lines.push(line));
  return lines;
}

/** A pair's folder has its predictions, or runs; another one holds folders of pairs. */
async function pairFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no folder ${folder}`);
    throw error;
  });
  const isPair =
    entries.some(({ name }) => name === 'predictions.jsonl') || (await runsIn(folder)).length > 0;
  if (isPair) return [folder];
  const below = entries.filter((one) => one.isDirectory() && !one.name.startsWith('.'));
  if (below.length === 0) throw new Error(`${folder} holds nothing that was handed in`);
  return below.map(({ name }) => path.join(folder, name));
}
