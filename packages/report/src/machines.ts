import {
  type CompareFolder,
  type Comparison,
  type Figure,
  figureNamed,
  withSlopeIntervals,
} from '@meteor-vs-mean/measure/results';
import type { Ratios } from '@meteor-vs-mean/stats';
import { changesOf } from './changes.ts';
import { comparisonName } from './contestant.ts';
import type { NamedRun } from './side-by-side.ts';

/** Runs of several machines, each with its name. */
export interface Machines {
  runs: NamedRun[];
  comparisons: MachineComparison[];
  /** What makes their ratios hard to compare: they were of another load, or of other software. */
  differences: { letter: string; terms: string[] }[];
}

/** One contestant over another, as each machine has it. */
export interface MachineComparison {
  title: string;
  load: string;
  /** In the order of the runs; undefined where a run didn't make it. */
  each: (Comparison | undefined)[];
  figures: MachineFigure[];
}

interface MachineFigure {
  figure: Figure;
  /** Of the runs that have it. */
  ratios: Ratios[];
  /** The smallest and the largest, and their geometric mean; null if one lies beyond the drain. */
  spread: { low: number; high: number; mean: number } | null;
}

/** Terms of `changesOf` that tell one machine from another: that they differ is what such a table is for. */
const ofMachine = new Set(['CPU', 'cores', 'memory', 'pinning', 'writers go first', 'storage engine']);

/**
 * Void rounds take no part, as in a report of one run.
 * @param folders of runs of compare, each of one machine
 * @param names of these machines, in the same order
 */
export function machinesOf(folders: readonly CompareFolder[], names: readonly string[]): Machines {
  const runs = folders.map((results, index) => ({
    letter: names[index] as string,
    results,
  }));
  const [first] = runs;
  return {
    runs,
    comparisons: comparisonsOf(folders),
    differences: runs.slice(1).flatMap(({ letter, results }) => {
      if (!first) return [];
      const { warnings, stacks } = changesOf(first.results.manifest, results.manifest);
      const terms = [...warnings.filter((term) => !ofMachine.has(term)), ...stacks];
      return terms.length > 0 ? [{ letter, terms }] : [];
    }),
  };
}

/** Those that two runs have at least; the first run that has one decides their order. */
function comparisonsOf(folders: readonly CompareFolder[]): MachineComparison[] {
  const summaries = folders.map(({ summary }) => withSlopeIntervals(summary));
  const all = summaries.flatMap((summary) => summary.comparisons.map((one) => ({ one, summary })));
  const same = Map.groupBy(all, ({ one: { a, b, load } }) => JSON.stringify([a, b, load]));
  return [...same.values()].flatMap((those) => {
    const [{ one, summary }] = those as [(typeof those)[number]];
    const each = summaries.map((summary) => those.find((found) => found.summary === summary)?.one);
    const names = new Set(those.flatMap(({ one }) => Object.keys(one.figures)));
    const figures = [...names].flatMap((name): MachineFigure[] => {
      const figure = figureNamed(name);
      const found = each.flatMap((one) => one?.figures[name] ?? []);
      if (!figure || found.length < 2) return [];
      if (found.some(({ beyond }) => beyond > 0)) return [{ figure, ratios: found, spread: null }];
      const means = found.map(({ mean }) => mean);
      const mean = Math.exp(means.reduce((sum, one) => sum + Math.log(one), 0) / means.length);
      return [{ figure, ratios: found, spread: { low: Math.min(...means), high: Math.max(...means), mean } }];
    });
    return figures.length > 0 ? [{ title: comparisonName(one, summary), load: one.load, each, figures }] : [];
  });
}
