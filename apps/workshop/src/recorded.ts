import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Manifest, readResults, type Summary } from '@meteor-vs-mean/report';
import { reference } from './places.ts';

/** A results folder of `npm run compare`. */
export interface Run {
  folder: string;
  manifest: Manifest;
  summary: Summary;
}

/** Oldest first. What can't be read is no run: another format, or a folder of the lab. */
export async function runsIn(folder: string): Promise<Run[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
    .map(({ name }) => name);
  const runs = await Promise.all(
    names.map(async (name): Promise<Run[]> => {
      const place = path.join(folder, name);
      return readResults(place).then(
        ({ manifest, summary }) => [{ folder: place, manifest, summary }],
        () => [],
      );
    }),
  );
  return runs.flat().sort((a, b) => (a.manifest.started < b.manifest.started ? -1 : 1));
}

/** How a mode fared with a writer from outside, in a recorded run. */
export interface RecordedMode {
  stack: string;
  mode: string;
  /** Null: it never learned of them. */
  p50_ms: number | null;
  /** Name of the results folder. */
  folder: string;
}

/** Of the newest recorded ladder, over each stack's usual transport. @throws if there is none */
export async function recordedModes(folder = reference): Promise<RecordedMode[]> {
  const ladder = (await runsIn(folder)).findLast(({ manifest }) => manifest.experiment === 'ladder');
  if (!ladder)
    throw new Error(`There is no recorded ladder in ${folder}: npm run compare -- --ladder records one`);
  return ladder.summary.contestants
    .filter(({ scenario, variant, transport }) => {
      const isPlain = variant.writeConcern === 'majority' && variant.strategy === null;
      return scenario === 'fan-out' && variant.writer === 'database' && isPlain && transport !== 'ddp';
    })
    .map(({ stack, mode, latency }) => ({
      ...{ stack, mode, p50_ms: latency?.p50_ms ?? null },
      folder: path.basename(ladder.folder),
    }));
}
