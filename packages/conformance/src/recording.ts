import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './sources.ts';

/** What a run of the suite against real Meteor gave. */
export interface Recording {
  /** ISO 8601, UTC. */
  date: string;
  /** For instance '3.5.2', or 'a checkout of 3.4.1' for one that ran from Meteor's own sources. */
  meteor: string;
  /** Of Meteor's server. */
  node: string;
  mongod: string;
  /** Its version, and where it came from. */
  chromium: string;
  /** For instance 'linux x64'. */
  platform: string;
  /** Of apps/meteor, its stylesheet, the contract and the suite, as they were. */
  sources: string;
  counts: { passed: number; failed: number; skipped: number };
  /** By environment and feature, each case's verdict. */
  cases: Record<string, Verdict>;
}

export type Verdict = 'passed' | 'failed' | 'skipped';

export const recordingPath = join(root, 'packages/conformance/recorded/meteor.json');

/** How to make it anew. It is never edited. */
export const remedy = 'run `npm run record -w @meteor-vs-mean/conformance` on a machine with Meteor';

/** @throws if there is none */
export async function readRecording(): Promise<Recording> {
  return JSON.parse(await readFile(recordingPath, 'utf8'));
}
