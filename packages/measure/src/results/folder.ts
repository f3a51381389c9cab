import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Latencies } from '@meteor-vs-mean/stats';
import { readJson, readLines } from './files.ts';
import { assertAgrees } from './identity.ts';
import { type CompareManifest, type Kind, type Manifest, type RunManifest, runKinds } from './manifest.ts';
import { measuredOf } from './measured.ts';
import { packName, type RoundFiles, readRoundFiles } from './pack.ts';
import { type RoundRecord, recordOf } from './records.ts';
import type { Round } from './round.ts';
import { summaryOf } from './summarise.ts';
import type { CompareSummary, Summary } from './summary.ts';
import type { TimelineEntry } from './timeline.ts';

/** A results folder, with all that a report draws. */
export interface ResultsFolder<Of extends RunManifest = RunManifest, Sum extends Summary = Summary> {
  /** As it was named. */
  folder: string;
  manifest: Of;
  rounds: Round[];
  summary: Sum;
  /** By number of the round. */
  latencies: ReadonlyMap<number, Latencies>;
  timelines: ReadonlyMap<number, TimelineEntry[]>;
  /** Texts that are kept of each round, such as single times. */
  texts: RoundFiles;
}

/** One of compare. */
export type CompareFolder = ResultsFolder<CompareManifest, CompareSummary>;

/**
 * The manifest of a results folder, whatever kind of run it is of.
 * @throws one line if there is no such folder, no manifest in it, or one of another format
 */
export async function readManifest(folder: string): Promise<Manifest> {
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
  const manifest = await readJson<Manifest>(folder, 'manifest.json');
  if (manifest?.format === 4) return manifest;
  const of = typeof manifest?.format === 'number' ? `of format ${manifest.format}` : 'without a format';
  throw new Error(`${folder} has results ${of}; this version reads format 4: run its command again`);
}

/** @throws one line, as readManifest does, or if the run is of another kind than these */
export async function readManifestOf<Wanted extends Kind>(
  folder: string,
  kinds: readonly Wanted[],
): Promise<Extract<Manifest, { kind: Wanted }>> {
  const manifest = await readManifest(folder);
  if (kinds.some((kind) => kind === manifest.kind)) return manifest as Extract<Manifest, { kind: Wanted }>;
  throw new Error(`${folder} is of kind "${manifest.kind}": here only ${kinds.join(', ')} will do`);
}

/** @throws one line if the folder isn't a whole one of compare, or its files don't agree */
export async function readCompare(folder: string): Promise<CompareFolder> {
  await readManifestOf(folder, ['compare']);
  return (await readRun(folder)) as CompareFolder;
}

/** @throws one line if the folder isn't a whole one of a run, or its files don't agree */
export async function readRun(folder: string): Promise<ResultsFolder> {
  return remembered(folder, async () => {
    const manifest = await readManifestOf(folder, runKinds);
    const rounds = await readLines<Round>(folder, 'rounds.jsonl');
    const texts = await readRoundFiles(folder);
    const where = path.join(folder, packName);
    const records = new Map(rounds.map(({ round }) => [round, recordOf(texts, round, where)]));
    assertAgrees({ folder, plan: manifest.plan, rounds, records });
    return {
      folder,
      manifest,
      rounds,
      summary: asPrinted(summaryOf(manifest, measuredOf(rounds, records))),
      latencies: pick(records, ({ latencies }) => latencies ?? undefined),
      timelines: pick(records, ({ timeline }) => (timeline.length > 1 ? timeline : undefined)),
      texts,
    };
  });
}

/** The summary as `--json` prints it: a report of a folder never has an Infinity or NaN that JSON lacks. */
function asPrinted<Printed>(summary: Printed): Printed {
  return JSON.parse(JSON.stringify(summary));
}

function pick<Value>(
  records: ReadonlyMap<number, RoundRecord>,
  of: (record: RoundRecord) => Value | undefined,
): Map<number, Value> {
  return new Map(
    [...records].flatMap(([round, record]) => {
      const value = of(record);
      return value === undefined ? [] : [[round, value] as const];
    }),
  );
}

/** Folders that were read, by their files' times and sizes: a page of the write-up asks for the same ones again. */
const read = new Map<string, Promise<unknown>>();

async function remembered<Run>(folder: string, open: () => Promise<Run>): Promise<Run> {
  const names = ['manifest.json', 'rounds.jsonl', packName];
  const stamps = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, name)).then(
        ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
        () => '',
      ),
    ),
  );
  const key = [path.resolve(folder), ...stamps].join('\n');
  const found = read.get(key) ?? open();
  read.set(key, found);
  return found as Promise<Run>;
}
