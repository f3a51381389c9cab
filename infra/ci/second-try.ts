import path from 'node:path';

/** How many tests, by how they ended. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** What Vitest's JSON reporter says of one file of tests, as far as it is read here. */
export interface FileResult {
  /** The file's absolute path. */
  name: string;
  status: 'passed' | 'failed';
  assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
}

/** With more failed files than this, the cause is no hindrance of one test by another, and a second try is a waste. */
const mostFiles = 6;

/**
 * Files whose tests are run again, alone: they share two cores with other tests, and what failed for want of a core
 * passes by itself. What is broken fails twice.
 *
 * @returns paths from `root`; none if so many failed that something is broken
 */
export function filesToRepeat(results: readonly FileResult[], root: string): string[] {
  const failed = results
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => path.relative(root, name));
  return failed.length > mostFiles ? [] : failed;
}

/** @returns the results with each file's newest in the place of its first */
export function merged(first: readonly FileResult[], second: readonly FileResult[]): FileResult[] {
  const again = new Map(second.map((result) => [result.name, result]));
  return first.map((result) => again.get(result.name) ?? result);
}

/** A file that failed without a failed test couldn't be loaded: it counts as one failure. */
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

/** @returns a line for each test that failed in `results`, with the first line of its failure */
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
