import type { Verdict } from './recording.ts';

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  testResults: { assertionResults: CaseReport[] }[];
}

interface CaseReport {
  ancestorTitles: string[];
  title: string;
  status: 'passed' | 'failed' | 'pending' | 'skipped' | 'todo';
}

/** The verdicts of all cases that involve Meteor, by name. */
export function verdictsOf({ testResults }: VitestReport): Record<string, Verdict> {
  const cases = testResults.flatMap(({ assertionResults }) => assertionResults);
  const ours = cases.filter(({ ancestorTitles }) => ancestorTitles[0]?.includes('meteor'));
  return Object.fromEntries(
    ours.map(({ ancestorTitles, title, status }) => [
      [...ancestorTitles, title].join(' > '),
      status === 'passed' || status === 'failed' ? status : 'skipped',
    ]),
  );
}
