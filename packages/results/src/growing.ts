import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists, isRunning } from '@meteor-vs-mean/process';
import { isMissing } from './files.ts';

/** What a run whose process was killed has left. */
export interface Abandoned {
  /** Where it grew: `--resume` takes it. */
  folder: string;
  rounds: number;
}

const ending = '.growing';
/** A run that was reopened, while the one that goes on with it takes its place. */
const beforeEnding = '.before';
/** Holds the number of the process that makes the folder. */
const ownerName = 'owner';
/** A folder is made a moment before its owner is noted. */
const moment_ms = 10_000;

/** The hidden folder beside a place in which a run grows. */
export function growingFor(place: string): string {
  return hidden(place, ending);
}

/** The hidden folder beside a place that is taken by a newer one. */
export function beforeFor(place: string): string {
  return hidden(place, beforeEnding);
}

/** @returns the place that a growing folder is for; any other folder is its own place */
export function placeOf(folder: string): string {
  const name = path.basename(folder);
  if (!name.startsWith('.') || !name.endsWith(ending)) return folder;
  return path.join(path.dirname(folder), name.slice(1, -ending.length));
}

function hidden(place: string, end: string): string {
  return path.join(path.dirname(place), `.${path.basename(place)}${end}`);
}

/**
 * Makes the folder in which what is to stand at a place grows.
 * @throws one line as `makeWayFor` does
 */
export async function makeGrowing(place: string): Promise<string> {
  const growing = growingFor(place);
  await makeWayFor(growing);
  await mkdir(growing, { recursive: true });
  await own(growing);
  return growing;
}

/** Notes this process as the one that makes the folder. */
export async function own(growing: string): Promise<void> {
  await writeFile(path.join(growing, ownerName), String(process.pid));
}

/** Leaves the folder as a killed process does, for somebody to go on with. */
export async function leave(growing: string): Promise<void> {
  await writeFile(path.join(growing, ownerName), '');
}

/** The note isn't part of the results. */
export async function disown(growing: string): Promise<void> {
  await rm(path.join(growing, ownerName), { force: true });
}

/** @throws one line if another process makes the folder */
export async function assertAbandoned(growing: string): Promise<void> {
  const owner = await ownerOf(growing);
  if (owner !== undefined) {
    throw new Error(`${placeOf(growing)} is being made by ${owner}: wait for it, or name another folder`);
  }
}

/**
 * Removes what a killed process left at a place, if that holds no round.
 * @throws one line if it does, or if another process makes the folder
 */
async function makeWayFor(growing: string): Promise<void> {
  await assertAbandoned(growing);
  const held = await roundsHeld(growing);
  if (held > 0) {
    const rounds = `${held} ${held === 1 ? 'round' : 'rounds'}`;
    throw new Error(
      `${growing} has ${rounds} of a run that was killed: go on with it (--resume ${growing}), or remove it`,
    );
  }
  await rm(growing, { recursive: true, force: true });
}

/** @returns the process that makes the folder; undefined if it has ended, or there is no such folder */
async function ownerOf(growing: string): Promise<string | undefined> {
  try {
    const pid = await readFile(path.join(growing, ownerName), 'utf8');
    return Number(pid) > 0 && isRunning(Number(pid)) ? `process ${pid}` : undefined;
  } catch (error) {
    if (!isMissing(error)) throw error;
    const made = await stat(growing).catch(() => undefined);
    return made !== undefined && Date.now() - made.mtimeMs < moment_ms
      ? 'a process that has just begun'
      : undefined;
  }
}

/**
 * Clears a folder of runs from what killed processes have left there: what holds no round is removed.
 * @param folder of runs; it need not exist
 * @returns what holds rounds, for somebody to go on with
 */
export async function clearAbandoned(folder: string): Promise<Abandoned[]> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith('.') && one.endsWith(beforeEnding))) {
    const place = path.join(folder, name.slice(1, -beforeEnding.length));
    if (await exists(place)) await rm(path.join(folder, name), { recursive: true, force: true });
    else await rename(path.join(folder, name), place);
  }
  const abandoned: Abandoned[] = [];
  for (const name of names.filter((one) => one.startsWith('.') && one.endsWith(ending))) {
    const growing = path.join(folder, name);
    if ((await ownerOf(growing)) !== undefined) continue;
    const rounds = await roundsHeld(growing);
    if (rounds > 0) abandoned.push({ folder: growing, rounds });
    else await rm(growing, { recursive: true, force: true });
  }
  return abandoned;
}

/** @returns how many rounds a folder has; without a manifest nobody can go on with them */
export async function roundsHeld(growing: string): Promise<number> {
  const read = (name: string) => readFile(path.join(growing, name), 'utf8').catch(() => '');
  if ((await read('manifest.json')) === '') return 0;
  return (await read('rounds.jsonl')).split('\n').filter((line) => line !== '').length;
}
