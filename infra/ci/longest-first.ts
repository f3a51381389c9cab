import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes. Vitest only knows durations after a first run, and a new clone has none. */
const longest = [
  /conformance\/test\/\w+(\.slow)?\.test\.ts$/,
  /documented\.slow\.test\.ts$/,
  /compare\/test\/command(\.slow)?\.test\.ts$/,
  /attack\.slow\.test\.ts$/,
  /engine\/test\/(run|mistakes|scenarios|hosts)(\.slow)?\.test\.ts$/,
  /contributing\.slow\.test\.ts$/,
];

/** Starts the longest files first, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((pattern) => pattern.test(moduleId));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
