import { join } from 'node:path';
import { reference } from '@meteor-vs-mean/results';
import type { Finding } from '../src/principles/principle.ts';

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

/** What both apps answered in the same run. The write-up reads it. */
export interface RecordedPrinciples {
  /** Versions of what each app is made of. */
  apps: Record<'meteor' | 'mean', Record<string, string>>;
  /** In the suite's order. */
  findings: Record<'meteor' | 'mean', Finding[]>;
}

export const recordingPlace = join(reference, 'conformance');
export const principlesPlace = join(reference, 'principles');

/** How to make both anew. They are never edited. */
export const remedy = 'run `npm run record -w @meteor-vs-mean/conformance` on a machine with Meteor';

/** The suite's files of cases, which Vitest runs. */
export const suites = [
  'packages/conformance/test/protocol.test.ts',
  'packages/conformance/test/browser.test.ts',
];

/** Of the tests that ask the principles: record.ts finds them by it. */
export const principlesTitle = 'the seven principles';
