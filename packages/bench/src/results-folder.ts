import { access, appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A results folder in the making. It grows under a hidden name beside its place and is renamed when it is whole, so
 * that nobody ever finds half of one.
 */
export interface ResultsFolder<Manifest, Round, Summary> {
  /** Where it will stand. */
  readonly path: string;
  /** A file of one round, such as its schedule. */
  writeRoundFile(round: number, name: string, content: string | Uint8Array): Promise<void>;
  /** Appends one line to a file of one round. */
  appendRoundLine(round: number, name: string, value: unknown): Promise<void>;
  addRound(round: Round): Promise<void>;
  finish(manifest: Manifest, summary: Summary): Promise<void>;
  /** Removes it, if it isn't finished. */
  discard(): Promise<void>;
}

/**
 * @param place the folder to make; it must not exist yet
 * @throws if it does, or can't be made
 */
export async function createResultsFolder<Manifest, Round, Summary>(
  place: string,
): Promise<ResultsFolder<Manifest, Round, Summary>> {
  await assertFree(place);
  const growing = path.join(path.dirname(place), `.${path.basename(place)}.growing`);
  await mkdir(path.dirname(place), { recursive: true });
  await mkdir(growing);
  let finished = false;
  const json = (name: string, value: unknown) =>
    writeFile(path.join(growing, name), `${JSON.stringify(value, null, 2)}\n`);
  const roundFile = async (round: number, name: string) => {
    const folder = path.join(growing, 'rounds', String(round).padStart(3, '0'));
    await mkdir(folder, { recursive: true });
    return path.join(folder, name);
  };
  await writeFile(path.join(growing, 'rounds.jsonl'), '');
  return {
    path: place,
    async writeRoundFile(round, name, content) {
      await writeFile(await roundFile(round, name), content);
    },
    async appendRoundLine(round, name, value) {
      await appendFile(await roundFile(round, name), `${JSON.stringify(value)}\n`);
    },
    async addRound(round) {
      await appendFile(path.join(growing, 'rounds.jsonl'), `${JSON.stringify(round)}\n`);
    },
    async finish(manifest, summary) {
      await json('manifest.json', manifest);
      await json('summary.json', summary);
      await rename(growing, place);
      finished = true;
    },
    async discard() {
      if (!finished) await rm(growing, { recursive: true, force: true });
    },
  };
}

/** @throws if there is something already: results are never written over */
export async function assertFree(place: string): Promise<void> {
  const isThere = await access(place).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`--out ${place} is there already: name a folder that isn't`);
}
