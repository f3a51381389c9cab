import { checkFormat, readJson, readLines, readManifest } from '../folder-files.ts';
import type { Manifest } from '../results.ts';
import type { LabManifest, LabRound, LabSummary } from './results.ts';

/** A results folder of the lab. */
export interface LabFolder {
  manifest: LabManifest;
  rounds: LabRound[];
  summary: LabSummary;
}

/** Whether a manifest is of the lab; otherwise it is of compare. */
export function isLab(manifest: Manifest | LabManifest): manifest is LabManifest {
  return 'lab' in manifest;
}

/** @throws one line if the folder doesn't hold the files of a run of the lab, or those of another format */
export async function readLabFolder(folder: string): Promise<LabFolder> {
  const manifest = await readManifest(folder);
  if (!isLab(manifest)) {
    throw new Error(`${folder} is of compare: here only a run of npm run lab will do`);
  }
  checkFormat(folder, manifest.format, 1);
  return {
    manifest,
    rounds: await readLines<LabRound>(folder, 'rounds.jsonl'),
    summary: await readJson<LabSummary>(folder, 'summary.json'),
  };
}
