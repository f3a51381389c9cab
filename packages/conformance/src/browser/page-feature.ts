import { describe, test } from 'vitest';
import type { Stage } from './stage.ts';

interface PageCase<Arguments extends unknown[]> {
  name: string;
  /** Gets the subjects and, last, `skip`, which ends the case as skipped, with a reason. */
  run(...subjects: [...Arguments, skip: (why: string) => never]): Promise<void>;
  /** For slow cases. */
  timeout?: number | undefined;
}

/** Cases of one feature, the same for every stack. */
export interface PageFeature<Arguments extends unknown[] = [Stage]> {
  name: string;
  cases: PageCase<Arguments>[];
}

export function pageFeature<Arguments extends unknown[] = [Stage]>(
  name: string,
  define: (add: (name: string, run: PageCase<Arguments>['run'], timeout?: number) => void) => void,
): PageFeature<Arguments> {
  const cases: PageCase<Arguments>[] = [];
  define((name, run, timeout) => cases.push({ name, run, timeout }));
  return { name, cases };
}

/** Registers with Vitest. */
export function registerPageFeature<Arguments extends unknown[]>(
  { name, cases }: PageFeature<Arguments>,
  subjects: Arguments,
): void {
  describe(name, () => {
    for (const { name, run, timeout } of cases) {
      test(name, ({ skip }) => run(...subjects, skip), timeout);
    }
  });
}
