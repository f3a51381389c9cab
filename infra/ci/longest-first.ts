import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files of tests that take longest, from the root, the longest first. What is attacked comes after the first four: beside
 * them its calls are too slow to reach a quota of so many in ten seconds.
 */
export const longest: readonly string[] = [
  'packages/conformance/test/protocol.test.ts',
  'packages/conformance/test/browser.test.ts',
  'infra/documented/test/documented.test.ts',
  'load-tests/compare/test/command.test.ts',
  'load-tests/attack/test/attack.test.ts',
  'load-tests/engine/test/machines/hosts.test.ts',
  'load-tests/engine/test/run.test.ts',
  'infra/contributing/test/contributing.test.ts',
  'load-tests/engine/test/mistakes.test.ts',
  'load-tests/engine/test/scenarios.test.ts',
  'load-tests/engine/test/package.test.ts',
  'load-tests/engine/test/machines/run.test.ts',
  'load-tests/compare/test/faults/faults.test.ts',
  'apps/writeup/test/browser.test.ts',
  'apps/workshop/test/due-date.test.ts',
  'infra/test/images.test.ts',
  'load-tests/lab/test/http-vs-socketio.test.ts',
  'load-tests/compare/test/self.test.ts',
  'load-tests/compare/test/accounts.test.ts',
  'infra/kubernetes/test/load.test.ts',
  'apps/workshop/test/measuring.test.ts',
  'load-tests/engine/test/examples.test.ts',
  'apps/writeup/test/site.test.ts',
  'load-tests/browser/test/browser.test.ts',
  'load-tests/trace/test/trace.test.ts',
];

/** Begins with what takes longest: begun last, it would run on alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
