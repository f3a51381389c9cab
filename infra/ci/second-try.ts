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
  assertionResults: TestResult[];
}

interface TestResult {
  /** Of the groups that it stands in, from the outermost. */
  ancestorTitles: string[];
  title: string;
  fullName: string;
  status: string;
  failureMessages?: string[] | null;
}

/** With more failed files than this, the cause is no hindrance of one test by another, and a second try is a waste. */
const mostFiles = 6;

/** What is run a second time. */
export interface SecondTry {
  /** Paths from the root. */
  files: string[];
  /** A regular expression for the names of its tests, as Vitest's option `testNamePattern` takes it; undefined: all. */
  names: string | undefined;
}

/**
 * The tests that are run again, alone: they share two cores with others, and what failed for want of a core passes by
 * itself. What is broken fails twice. Skipped tests of a file that failed are among them, since a hook that fails skips
 * its tests. A file that couldn't be loaded has no names of tests: then whole files are run.
 *
 * @param root what the paths are told from
 * @returns undefined where nothing failed, and where so much did that something is broken
 */
export function secondTryOf(results: readonly FileResult[], root: string): SecondTry | undefined {
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length === 0 || failed.length > mostFiles) return undefined;
  const isWhole = failed.some(({ assertionResults }) => assertionResults.length === 0);
  // The option compares with the titles joined in this way; the reporter's full name has blanks between them.
  const names = failed
    .flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status !== 'passed'))
    .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > '));
  return {
    files: failed.map(({ name }) => path.relative(root, name)),
    names: isWhole ? undefined : `^(${names.map(literal).join('|')})$`,
  };
}

/** @returns a regular expression for exactly this text */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/**
 * @param second of some of the tests of `first`
 * @returns the results of `first`, in which a test that was run again has the newer status
 */
export function merged(first: readonly FileResult[], second: readonly FileResult[]): FileResult[] {
  const again = new Map(second.map((result) => [result.name, result]));
  return first.map((result) => {
    const newer = again.get(result.name);
    return newer === undefined ? result : updated(result, newer);
  });
}

/** A name that several tests share stands for all of them: it failed if one of them did. */
function updated(first: FileResult, second: FileResult): FileResult {
  if (first.assertionResults.length === 0) return second;
  const named = (wanted: string) =>
    new Set(
      second.assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => fullName),
    );
  const [failed, passed] = [named('failed'), named('passed')];
  const newer = ({ fullName, status }: TestResult) =>
    failed.has(fullName) ? 'failed' : passed.has(fullName) ? 'passed' : status;
  return {
    ...first,
    status: second.status,
    assertionResults: first.assertionResults.map((test) =>
      test.status === 'passed' ? test : { ...test, status: newer(test) },
    ),
  };
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
