import { join } from 'node:path';
import { reference } from '@meteor-vs-mean/measure/results';

/**
 * What a run of the suite against real Meteor gave. Its manifest names the versions: `meteor` (for instance `3.5.2`, or `a
 * checkout of 3.4.1` for one that ran from Meteor's own sources), `node` (of Meteor's server), `mongod` and `chromium`.
 */
export interface Recording {
  counts: { passed: number; failed: number; skipped: number };
  /** By environment and feature, each case's verdict. */
  cases: Record<string, Verdict>;
}

export type Verdict = 'passed' | 'failed' | 'skipped';

export const recordingPlace = join(reference, 'conformance');

/** How to record it again. It is never edited. */
export const remedy = 'run `npm run record -w @meteor-vs-mean/conformance` on a machine with Meteor';

/** The suite's files of cases, which Vitest runs. */
export const suites = ['packages/conformance/test/protocol', 'packages/conformance/test/browser'];
