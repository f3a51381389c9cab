import { rename } from 'node:fs/promises';
import { readJson, writeJson } from './files.ts';
import { readManifestOf } from './folder.ts';
import type { RecordKind, RecordManifest } from './manifest.ts';
import { makeGrowing } from './writer.ts';

/** What is recorded without rounds: a manifest, and what was found in a file that is named after the kind. */
export interface RecordFolder<Content> {
  manifest: RecordManifest;
  content: Content;
}

/**
 * Writes a folder of it, which is whole or not there.
 * @throws one line if a file is already there, or it can't be written
 */
export async function writeRecord<Content>(
  place: string,
  { manifest, content }: RecordFolder<Content>,
): Promise<void> {
  const growing = await makeGrowing(place);
  await writeJson(growing, 'manifest.json', manifest);
  await writeJson(growing, `${manifest.kind}.json`, content);
  await rename(growing, place);
}

/** @throws one line if there is no such folder, or it is of another kind */
export async function readRecord<Content>(folder: string, kind: RecordKind): Promise<RecordFolder<Content>> {
  const manifest = await readManifestOf(folder, [kind]);
  return { manifest, content: await readJson<Content>(folder, `${kind}.json`) };
}
