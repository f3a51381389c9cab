import { isToyRun, readRecord } from '@meteor-vs-mean/results';
import { median } from '@meteor-vs-mean/stats';
import type { AppName } from './parts.ts';

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
  stack: AppName;
  /** `cold`: the tool had no caches of the app. `warm`: nothing has changed since the last build. */
  caches: 'cold' | 'warm';
  /** What builds the app: `meteor build`, `ng build` with the style sheet. */
  app_ms: number;
  /** npm, for the packages of what was built; null where there is no such step. */
  packages_ms: number | null;
  disturbed: Disturbed[];
}

export interface StartSample {
  stack: AppName;
  /** From the start of the process until `/` was answered in full. */
  page_ms: number;
  disturbed: Disturbed[];
}

/** What `npm run record -w @meteor-vs-mean/code` writes into code.json, beside its manifest. */
export interface CodeRecord {
  /** Of what was recorded: both apps, and mongod. */
  versions: Record<string, Record<string, string> | string>;
  modes: Partial<Record<AppName, string>>;
  direct: Record<AppName, Direct[]>;
  meteorPackages: { named: MeteorPackage[]; installed: MeteorPackage[] };
  installed: Record<AppName, Installed>;
  builds: BuildSample[];
  starts: StartSample[];
}

/** A record, and its day. */
export interface CodeResult extends CodeRecord {
  /** ISO 8601. */
  date: string;
}

/** @throws one line if it isn't there, or isn't fit to be shown */
export async function readCodeResult(folder: string): Promise<CodeResult> {
  const { manifest, content } = await readRecord<CodeRecord>(folder, 'code').catch((error: Error) => {
    throw new Error(`${error.message}. Record it with npm run record -w @meteor-vs-mean/code`);
  });
  if (isToyRun(manifest)) throw new Error(`${folder} is of a toy run: it holds no figures`);
  return { ...content, date: manifest.started };
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
  const times = samples.filter(({ disturbed }) => disturbed.length === 0).map(({ ms }) => ms);
  if (times.length === 0) return undefined;
  const median_ms = median(times) as number;
  return { median_ms, least_ms: Math.min(...times), most_ms: Math.max(...times), count: times.length };
}
