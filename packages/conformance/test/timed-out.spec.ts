/** Cases for `no-errors-left.test.ts`: the first one times out, and ends while the second one runs. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect } from 'vitest';
import { registerPageFeature } from '../src/browser/page-feature.ts';
import type { Stage } from '../src/browser/stage.ts';
import { registerCase } from '../src/feature.ts';
import { expectNoErrorsLeft } from '../src/no-errors-left.ts';
import type { Subject } from '../src/subject.ts';

/** What `settle` closes. */
let open: string[] = [];
const place = {
  environment: { stack: 'mean' },
  settle: async () => {
    open = [];
    return [];
  },
};
const subject = place as unknown as Subject;
const stage = { ...place, subject } as unknown as Stage;
afterEach(() => expectNoErrorsLeft(place));

const registered: Record<string, (name: string, run: () => Promise<void>) => void> = {
  case: (name, run) => registerCase({ name, run, needsForeignWrites: false }, subject),
  page: (name, run) => registerPageFeature({ name, cases: [{ name, run }] }, [stage]),
};
for (const [kind, register] of Object.entries(registered)) {
  describe(kind, () => {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    register('late', () => promise);
    register('next', async () => {
      open = ['a connection'];
      end();
      await turn();
      expect(open).toEqual(['a connection']);
    });
  });
}
