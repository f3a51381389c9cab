import { appendFile, mkdir, mkdtemp, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists } from '@meteor-vs-mean/testbed/process';
import { writeJson, writeWhole } from './files.ts';
import type { RunManifest } from './manifest.ts';
import { looseFolder, looseName, pack, packName, readRoundFiles } from './pack.ts';
import type { Round } from './round.ts';

/**
 * A results folder in the making. It grows under a hidden name next to its place and is renamed at the end, so that
 * nobody finds half of one.
 */
export interface ResultsWriter {
  /** Where it will be. */
  readonly path: string;
  /** Where it grows. */
  readonly growing: string;
  /** Keeps what is known of the run already, so that its rounds can be read if its process is killed. */
  note(manifest: RunManifest): Promise<void>;
  /** A text of one round, such as its schedule. */
  writeRoundFile(round: number, name: string, content: string): Promise<void>;
  /** Appends one line to a text of one round. */
  appendRoundLine(round: number, name: string, value: unknown): Promise<void>;
  addRound(round: Round): Promise<void>;
  /** Packs the texts of the rounds, and puts the folder in its place. */
  finish(manifest: RunManifest): Promise<void>;
  /** Removes it, if it isn't finished. */
  discard(): Promise<void>;
}

/**
 * @param place the folder to make; it must not exist yet
 * @throws one line if it does, can't be made, or another run is writing it
 */
export async function createResultsFolder(place: string): Promise<ResultsWriter> {
  const growing = await makeGrowing(place);
  let finished = false;
  const roundFile = async (round: number, name: string) => {
    await mkdir(looseFolder(growing, round), { recursive: true });
    return path.join(looseFolder(growing, round), name);
  };
  await writeFile(path.join(growing, 'rounds.jsonl'), '');
  return {
    path: place,
    growing,
    note: (manifest) => writeJson(growing, 'manifest.json', manifest),
    async writeRoundFile(round, name, content) {
      await writeFile(await roundFile(round, name), content);
    },
    async appendRoundLine(round, name, value) {
      await appendFile(await roundFile(round, name), `${JSON.stringify(value)}\n`);
    },
    async addRound(round) {
      await appendFile(path.join(growing, 'rounds.jsonl'), `${JSON.stringify(round)}\n`);
    },
    async finish(manifest) {
      const files = await readRoundFiles(growing);
      if (files.size > 0) await writeWhole(growing, packName, await pack(files));
      await rm(path.join(growing, looseName), { recursive: true, force: true });
      await writeJson(growing, 'manifest.json', manifest);
      await rename(growing, place);
      finished = true;
    },
    async discard() {
      if (!finished) await rm(growing, { recursive: true, force: true });
    },
  };
}

/**
 * Makes the hidden folder next to a place, in which it is written until it is complete.
 * @throws one line if the place is taken or can't be made, or the hidden folder exists
 */
export async function makeGrowing(place: string): Promise<string> {
  await assertFree(place);
  const growing = path.join(path.dirname(place), `.${path.basename(place)}.growing`);
  await mkdir(path.dirname(place), { recursive: true });
  await mkdir(growing).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new Error(
      `${growing} exists: another run is writing it, or was killed. Remove it if no run is under way`,
    );
  });
  return growing;
}

/** @throws one line if there is something already, since results are never written over; or if it can't be made */
export async function assertFree(place: string): Promise<void> {
  if (await exists(place)) throw new Error(`--out ${place} is there already: name a folder that isn't`);
  let above = path.dirname(place);
  while (!(await exists(above))) above = path.dirname(above);
  const refuse = (why: string) =>
    new Error(`--out ${place} can't be made: ${above} ${why}. Name a folder that can be written`);
  if (!(await stat(above)).isDirectory()) throw refuse('is no folder');
  try {
    await rmdir(await mkdtemp(path.join(above, '.free-')));
  } catch (error) {
    throw refuse(`can't be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
