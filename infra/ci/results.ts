import path from 'node:path';

/** How many tests, by how they ended. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The fields that are read here of what Vitest's JSON reporter writes about one file of tests. */
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

/** When more files than this fail, something is broken, and a second try would take an hour. */
const mostFiles = 4;

/** @returns the files that are worth a second try; none if too many failed */
export function retriedFiles(results: readonly FileResult[]): string[] {
  const failed = results.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length > mostFiles ? [] : failed;
}

/** @returns the results of the first try, with those of the second try for the files that were run again */
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

/** @returns a line for each test that failed, with the first line of its failure */
export function failures(results: readonly FileResult[], root: string): string[] {
  return results
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(root, name);
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      if (tests.length === 0) return [`${file}: could not be run as a whole`];
      return tests.map(
        ({ fullName, failureMessages }) =>
          `${file} > ${fullName}: ${failureMessages?.[0]?.split('\n')[0] ?? 'failed'}`,
      );
    });
}
