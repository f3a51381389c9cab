import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StackName } from '@meteor-vs-mean/stacks';
import { root } from '../sources.ts';
import type { Finding } from './principle.ts';

/** What both apps answered in one run of the suite. `src/record.ts` writes it, the write-up reads it; it is never edited. */
export interface RecordedPrinciples {
  /** ISO 8601, UTC. */
  date: string;
  /** That made it. */
  command: string;
  /** Of what each app is made of. */
  versions: Record<StackName, Record<string, string>>;
  mongod: string;
  /** Its version, and where it came from. */
  chromium: string;
  /** For instance 'linux x64'. */
  platform: string;
  /** Of apps/meteor and the suite, as in recorded/meteor.json. */
  sources: string;
  /** In the suite's order. */
  findings: Record<StackName, Finding[]>;
}

export const principlesPath = join(root, 'load-tests/results/reference/principles/principles.json');

/** Of the tests, by which `src/record.ts` finds them. */
export const principlesTitle = 'the seven principles';

/** @throws if there is none */
export async function readPrinciples(): Promise<RecordedPrinciples> {
  return JSON.parse(await readFile(principlesPath, 'utf8'));
}
