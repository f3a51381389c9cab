import { describe, expect, test } from 'vitest';
import type { Stage } from './stage.ts';

interface PageCase<Arguments extends unknown[]> {
  name: string;
  run(...stages: Arguments): Promise<void>;
}

/** Cases of one feature, the same for every stack. */
export interface PageFeature<Arguments extends unknown[] = [Stage]> {
  name: string;
  cases: PageCase<Arguments>[];
}

export function pageFeature<Arguments extends unknown[] = [Stage]>(
  name: string,
  define: (add: (name: string, run: PageCase<Arguments>['run']) => void) => void,
): PageFeature<Arguments> {
  const cases: PageCase<Arguments>[] = [];
  define((name, run) => cases.push({ name, run }));
  return { name, cases };
}

/** Registers with Vitest: no page may have had an error. */
export function registerPageFeature<Stages extends Stage[]>(
  { name, cases }: PageFeature<Stages>,
  stages: Stages,
): void {
  describe(name, () => {
    for (const { name, run } of cases) {
      test(name, async () => {
        const complaints: string[] = [];
        try {
          await run(...stages);
        } finally {
          for (const stage of stages) complaints.push(...(await stage.settle()));
        }
        expect(complaints).toEqual([]);
      });
    }
  });
}
