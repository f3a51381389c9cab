import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { exists } from '@meteor-vs-mean/process';
import { isMissing, readJson, writeJson, writeWhole } from './files.ts';
import {
  assertAbandoned,
  beforeFor,
  disown,
  growingFor,
  leave,
  makeGrowing,
  own,
  placeOf,
  roundsHeld,
} from './growing.ts';
import { looseFolder, looseName, pack, packName, readRoundFiles } from './pack.ts';

/**
 * A results folder in the making. It grows under a hidden name beside its place and is renamed when it is whole, so
 * that nobody ever finds half of one.
 */
export interface ResultsWriter<Manifest, Round> {
  /** Where it will stand. */
  readonly path: string;
  /** Where it grows. */
  readonly growing: string;
  /** Keeps what is known of the run already, so that it can go on after its process was killed. */
  note(manifest: Manifest): Promise<void>;
  /** A text of one round, such as its schedule. */
  writeRoundFile(round: number, name: string, content: string): Promise<void>;
  /** Appends one line to a text of one round. */
  appendRoundLine(round: number, name: string, value: unknown): Promise<void>;
  addRound(round: Round): Promise<void>;
  /** Packs the texts of the rounds, and puts the folder in its place; of a run that was reopened, in the old one's. */
  finish(manifest: Manifest): Promise<void>;
  /** Leaves it where it grows, for somebody to go on with. */
  leave(): Promise<void>;
  /** Removes it, if it isn't finished; what a killed process left, or stands at its place, stays. */
  discard(): Promise<void>;
}

/**
 * @param place the folder to make; it must not exist yet
 * @throws one line if it does, can't be made, or another run was to stand there
 */
export async function createResultsFolder<Manifest, Round>(
  place: string,
): Promise<ResultsWriter<Manifest, Round>> {
  await assertFree(place);
  const growing = await makeGrowing(place);
  await writeFile(path.join(growing, 'rounds.jsonl'), '');
  return writerOf(place, growing, { takesPlace: false, isLeft: false });
}

/**
 * Goes on with a run that was interrupted: its rounds so far are in the folder that grows. That is a copy of the one at
 * its place, or what a killed process left, if that has more rounds.
 * @param folder the one at its place, or the hidden one beside it
 * @throws one line if another process goes on with it already, or if these two are of different runs
 */
export async function reopenResultsFolder<Manifest, Round>(
  folder: string,
): Promise<ResultsWriter<Manifest, Round>> {
  const place = placeOf(path.resolve(folder));
  const growing = growingFor(place);
  await assertAbandoned(growing);
  const isLeft = await isFurther(growing, place);
  if (!isLeft) {
    await rm(growing, { recursive: true, force: true });
    await mkdir(growing);
    await own(growing);
    for (const name of ['manifest.json', 'rounds.jsonl', packName]) {
      await cp(path.join(place, name), path.join(growing, name)).catch(unlessMissing);
    }
  }
  await own(growing);
  await keepWhole(growing);
  return writerOf(place, growing, { takesPlace: await exists(place), isLeft });
}

/** Whether what a killed process left goes further than what stands at its place: a copy may not even be whole. */
async function isFurther(growing: string, place: string): Promise<boolean> {
  if (!(await exists(place))) return true;
  const [left, stands] = [await roundsHeld(growing), await roundsHeld(place)];
  if (left > 0 && stands > 0) {
    const ids = [growing, place].map((one) => readJson<{ id: string }>(one, 'manifest.json'));
    const [of, other] = await Promise.all(ids);
    if (of?.id !== other?.id) {
      throw new Error(
        `${growing} has ${left} rounds of another run than ${place}: move one of them elsewhere`,
      );
    }
  }
  return left > stands;
}

/** Leaves the rounds that have ended, and their texts, one in a file. */
async function keepWhole(growing: string): Promise<void> {
  const lines = (await readFile(path.join(growing, 'rounds.jsonl'), 'utf8')).split('\n').slice(0, -1);
  await writeFile(path.join(growing, 'rounds.jsonl'), lines.map((line) => `${line}\n`).join(''));
  const files = await readRoundFiles(growing);
  await rm(path.join(growing, looseName), { recursive: true, force: true });
  for (const line of lines) {
    const { round } = JSON.parse(line);
    await mkdir(looseFolder(growing, round), { recursive: true });
    for (const [name, text] of files.get(round) ?? []) {
      await writeFile(path.join(looseFolder(growing, round), name), text);
    }
  }
  await rm(path.join(growing, packName), { force: true });
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

/** @param of the run: whether it takes the place of an older folder, and whether a killed process left what grows */
function writerOf<Manifest, Round>(
  place: string,
  growing: string,
  { takesPlace, isLeft }: { takesPlace: boolean; isLeft: boolean },
): ResultsWriter<Manifest, Round> {
  let finished = false;
  const json = (name: string, value: unknown) => writeJson(growing, name, value);
  const roundFile = async (round: number, name: string) => {
    await mkdir(looseFolder(growing, round), { recursive: true });
    return path.join(looseFolder(growing, round), name);
  };
  return {
    path: place,
    growing,
    note: (manifest) => json('manifest.json', manifest),
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
      await json('manifest.json', manifest);
      await disown(growing);
      const before = beforeFor(place);
      if (takesPlace) await rename(place, before);
      await rename(growing, place);
      if (takesPlace) await rm(before, { recursive: true });
      finished = true;
    },
    leave: () => leave(growing),
    async discard() {
      if (finished) return;
      if (isLeft) await leave(growing);
      else await rm(growing, { recursive: true, force: true });
    },
  };
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
