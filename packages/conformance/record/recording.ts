import { join } from 'node:path';
import { reference } from '@meteor-vs-mean/measure/results';

/**
 * The results of a run of the suite against real Meteor. Its manifest has the versions: `meteor` (for instance `3.5.2`,
 * or `a checkout of 3.4.1` for Meteor's own sources), `node` (of Meteor's server), `mongod` and `chromium`.
 */
export interface Recording {
  counts: { passed: number; failed: number; skipped: number };
  /** Each case's verdict, by environment and feature. */
  cases: Record<string, Verdict>;
}

export type Verdict = 'passed' | 'failed' | 'skipped';

export const recordingPlace = join(reference, 'conformance');

/** How to record it again. Never edit it by hand. */
export const remedy = 'run `npm run record -w @meteor-vs-mean/conformance` on a machine with Meteor';

/** The test files of the suite. */
export const suites = ['packages/conformance/test/protocol', 'packages/conformance/test/browser'];
