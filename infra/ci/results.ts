import path from 'node:path';

/** Numbers of tests, by result. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The part of Vitest's JSON report about a file that is read here. */
export interface FileResult {
  /** The file's absolute path. */
  name: string;
  status: 'passed' | 'failed';
  assertionResults: {
    fullName: string;
    status: string;
    failureMessages?: string[] | null;
  }[];
}

/** With more failed files than this something is fundamentally broken, and a second try would take an hour. */
const mostFiles = 8;

/** @returns the files to try again; none if too many failed */
export function retriedFiles(results: readonly FileResult[]): string[] {
  const failed = results.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length > mostFiles ? [] : failed;
}

/** @returns the first try's results, with the second try's for the files that ran again */
export function merged(first: readonly FileResult[], second: readonly FileResult[]): FileResult[] {
  const newer = new Map(second.map((result) => [result.name, result]));
  return first.map((result) => newer.get(result.name) ?? result);
}

/** Counts tests. A file that failed without a failed test could not be loaded, and counts as one failure. */
export function tallyOf(results: readonly FileResult[]): Tally {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of results) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    const passed = assertionResults.filter((test) => test.status === 'passed').length;
    tally.passed += passed;
    tally.failed += failed === 0 && status === 'failed' ? 1 : failed;
    tally.skipped += assertionResults.length - passed - failed;
  }
  return tally;
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** @returns a line for each failed test, with the first line of its error */
export function failures(results: readonly FileResult[], root: string): string[] {
  return results
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(root, name);
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      if (tests.length === 0) return [`${file}: could not be loaded`];
      return tests.map(
        ({ fullName, failureMessages }) =>
          `${file} > ${fullName}: ${failureMessages?.[0]?.split('\n')[0] ?? 'failed'}`,
      );
    });
}
