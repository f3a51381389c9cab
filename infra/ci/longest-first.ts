import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files of tests that take longest, from the root, the longest first. */
export const longest: readonly string[] = [
  'infra/documented/test/documented.test.ts',
  'packages/conformance/test/browser.test.ts',
  'load-tests/compare/test/command.test.ts',
  'packages/conformance/test/protocol.test.ts',
  'load-tests/engine/test/run.test.ts',
  'infra/contributing/test/contributing.test.ts',
  'infra/test/images.test.ts',
  'load-tests/engine/test/package.test.ts',
  'load-tests/compare/test/faults/faults.test.ts',
  'load-tests/lab/test/http-vs-socketio.test.ts',
  'load-tests/compare/test/self.test.ts',
  'infra/kubernetes/test/load.test.ts',
  'apps/writeup/test/browser.test.ts',
  'apps/workshop/test/due-date.test.ts',
  'load-tests/engine/test/scenarios.test.ts',
];

/**
 * Begun last, beside the second half of the attack's tests: its faults wait more than they work, and its first half, which
 * is bound in time, runs beside short files.
 */
export const last: readonly string[] = [
  'load-tests/engine/test/machines/run.test.ts',
  'load-tests/compare/test/accounts.test.ts',
  'load-tests/engine/test/machines/hosts.test.ts',
];

/** Begins with what takes longest: begun last, it would run on alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const placeIn = (list: readonly string[]) => list.findIndex((file) => moduleId.endsWith(`/${file}`));
      const [first, end] = [placeIn(longest), placeIn(last)];
      if (first !== -1) return first;
      return longest.length + 1 + end;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
