import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StackName } from '@meteor-vs-mean/stacks';

/** A package that an app names itself. */
export interface Direct {
  name: string;
  /** `runs`: it is in the server or in the page. `builds`: only who develops has it. */
  use: 'runs' | 'builds';
  version: string;
  /** ISO dates, as the npm registry has them. */
  published: string;
  latest: string;
  latestPublished: string;
}

/** One of Meteor's own packages, with the version that Meteor's sources name; null where they don't. */
export interface MeteorPackage {
  name: string;
  version: string | null;
}

export interface Installed {
  /** npm packages, by name and version: what the app names to run, with all that it needs. */
  app: number;
  /** What the built server has beside it. */
  server: number;
  /** All of them, with what builds and tests the app. */
  all: number;
}

/** Why a sample doesn't count. */
export interface Disturbed {
  code: string;
  reading: string;
}

export interface BuildSample {
  stack: StackName;
  /** `cold`: the tool had no caches of the app. `warm`: nothing has changed since the last build. */
  caches: 'cold' | 'warm';
  /** What builds the app: `meteor build`, `ng build` with the style sheet. */
  app_ms: number;
  /** npm, for the packages of what was built; null where there is no such step. */
  packages_ms: number | null;
  disturbed: Disturbed[];
}

export interface StartSample {
  stack: StackName;
  /** From the start of the process until `/` was answered in full. */
  page_ms: number;
  disturbed: Disturbed[];
}

/** What `npm run record -w @meteor-vs-mean/code` writes into code.json. */
export interface CodeResult {
  date: string;
  command: string;
  /** Made with TOY=1: no figure of it may be shown. */
  toy: boolean;
  git: { commit: string; modified: boolean } | null;
  machine: { cpu: string; cores: number; memory_bytes: number; kernel: string; os: string };
  versions: Record<string, Record<string, string> | string>;
  modes: Partial<Record<StackName, string>>;
  direct: Record<StackName, Direct[]>;
  meteorPackages: { named: MeteorPackage[]; installed: MeteorPackage[] };
  installed: Record<StackName, Installed>;
  builds: BuildSample[];
  starts: StartSample[];
}

/** @throws one line if it isn't there, or isn't fit to be shown */
export async function readCodeResult(folder: string): Promise<CodeResult> {
  const file = join(folder, 'code.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} isn't there: record it with npm run record -w @meteor-vs-mean/code`);
  });
  const result = JSON.parse(text) as CodeResult;
  if (result.toy) throw new Error(`${file} was made with TOY=1: it holds no figures`);
  return result;
}

export interface Spread {
  median_ms: number;
  least_ms: number;
  most_ms: number;
  count: number;
}

/** Of those that nothing disturbed. @returns undefined if there are none */
export function spreadOf(
  samples: readonly { ms: number; disturbed: readonly Disturbed[] }[],
): Spread | undefined {
  const sorted = samples
    .filter(({ disturbed }) => disturbed.length === 0)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  const [least_ms, most_ms] = [sorted[0], sorted.at(-1)];
  if (least_ms === undefined || most_ms === undefined) return undefined;
  const middle = (sorted.length - 1) / 2;
  const [below, above] = [sorted[Math.floor(middle)] as number, sorted[Math.ceil(middle)] as number];
  return { median_ms: (below + above) / 2, least_ms, most_ms, count: sorted.length };
}
