import type { StackName } from '@meteor-vs-mean/stacks';
import type { Finding } from '../src/principles/principle.ts';
import type { Verdict } from './recording.ts';

/** What Vitest's JSON reporter writes: the part of it that is read here. */
export interface VitestReport {
  testResults: { assertionResults: CaseReport[] }[];
}

interface CaseReport {
  ancestorTitles: string[];
  title: string;
  status: 'passed' | 'failed' | 'pending' | 'skipped' | 'todo';
  /** See `../src/principles/principle.ts`. */
  meta: { finding?: Finding };
}

/** The verdicts of all cases in which Meteor has a part, by their names. */
export function verdictsOf(report: VitestReport): Record<string, Verdict> {
  const ours = casesOf(report).filter(({ ancestorTitles }) => ancestorTitles[0]?.includes('meteor'));
  return Object.fromEntries(
    ours.map(({ ancestorTitles, title, status }) => [
      [...ancestorTitles, title].join(' > '),
      status === 'passed' || status === 'failed' ? status : 'skipped',
    ]),
  );
}

/** What one stack answered to the principles' questions, in the suite's order. */
export function findingsOf(report: VitestReport, stack: StackName): Finding[] {
  const ours = casesOf(report).filter(({ ancestorTitles }) => ancestorTitles[0]?.startsWith(`${stack} `));
  return ours.flatMap(({ meta }) => meta.finding ?? []);
}

function casesOf({ testResults }: VitestReport): CaseReport[] {
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}
