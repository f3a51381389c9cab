import type { CompareFolder } from '@meteor-vs-mean/measure/results';
import type { Ratios } from '@meteor-vs-mean/stats';
import { changesOf } from './changes.ts';
import type { Cell, Note, Report } from './document.ts';
import { machineText } from './frame.ts';
import { ownFloor } from './judgement.ts';
import { count, list, moment, range, times } from './numbers.ts';
import { section } from './report.ts';
import {
  type NamedRun,
  type SharedComparison,
  sharedComparisons,
  sharedTable,
  sideBySideReport,
} from './side-by-side.ts';

/** Terms of `changesOf` that tell one machine from another: such a table is for runs that differ in them. */
const ofMachine = new Set(['CPU', 'cores', 'memory', 'pinning', 'writers go first', 'storage engine']);

/**
 * Runs of several machines, as a report: a table of ratios for each comparison, with a column for each machine.
 * @param folders of runs of compare, each of one machine
 * @param names of these machines, in the same order
 */
export function machinesReport(folders: readonly CompareFolder[], names: readonly string[]): Report {
  const runs = folders.map((results, index): NamedRun => ({ letter: names[index] as string, results }));
  const comparisons = sharedComparisons(folders);
  const facts = runs.map(({ letter, results: { manifest } }) => ({
    term: letter,
    text: `${machineText(manifest.machine)}; ${manifest.id}, ${moment(manifest.started)}`,
  }));
  const text = `Each ratio with the interval of its own run; the spread is of the ratios alone. ${ownFloor}`;
  const last = { head: { text: 'spread', sub: 'smallest to largest' }, of: spreadCell };
  return sideBySideReport(runs, {
    title: 'The same comparison on several machines',
    subtitle: `${count(runs.length, 'run')}, each with its own noise; ratios are of pairs within a run.`,
    verdict: verdictOf(runs, comparisons),
    notes: notesOf(runs),
    sections: [
      section('machines', 'The machines', [{ kind: 'facts', facts }]),
      section(
        'ratios',
        'Ratios by machine',
        comparisons.map((one) => sharedTable(runs, one, last, [{ text }])),
      ),
    ],
  });
}

/** The smallest ratio and the largest, and their geometric mean; undefined if one is beyond the drain. */
function spreadOf(ratios: readonly Ratios[]): { low: number; high: number; mean: number } | undefined {
  if (ratios.some(({ beyond }) => beyond > 0)) return undefined;
  const means = ratios.map(({ mean }) => mean);
  const mean = Math.exp(means.reduce((sum, one) => sum + Math.log(one), 0) / means.length);
  return { low: Math.min(...means), high: Math.max(...means), mean };
}

function spreadCell(ratios: readonly Ratios[]): Cell {
  const spread = spreadOf(ratios);
  if (!spread) return { text: 'no spread', sub: 'one is beyond the drain' };
  return { text: range(spread.low, spread.high), sub: `geometric mean ${times(spread.mean)}` };
}

/** Of each comparison its chief figures. */
function verdictOf(runs: readonly NamedRun[], comparisons: readonly SharedComparison[]): string[] {
  if (comparisons.length === 0) {
    return ['No two of these runs made the same comparison, so there is nothing to compare.'];
  }
  const sentences = comparisons.flatMap(({ title, load, figures }) => {
    const parts = figures
      .filter(({ figure }) => figure.chief)
      .map(({ figure, ratios }) => {
        const spread = spreadOf(ratios);
        const beyond = ratios.filter((one) => one.beyond > 0).length;
        const of = count(ratios.length, 'machine');
        return spread
          ? `${figure.label} ${range(spread.low, spread.high)} on ${of}`
          : `${figure.label} beyond the drain on ${beyond} of ${of}`;
      });
    return parts.length > 0 ? [`${title}, ${load}: ${list(parts)}.`] : [];
  });
  const systems = new Set(runs.map(({ results }) => machineText(results.manifest.machine)));
  return systems.size === runs.length
    ? sentences
    : [...sentences, 'Some of these runs are of machines that look the same: they may be one.'];
}

function notesOf(runs: readonly NamedRun[]): Note[] {
  const [first, ...others] = runs;
  return [
    ...others.flatMap(({ letter, results }): Note[] => {
      if (!first) return [];
      const { warnings, stacks } = changesOf(first.results.manifest, results.manifest);
      const terms = list([...warnings.filter((term) => !ofMachine.has(term)), ...stacks]);
      if (terms === '') return [];
      return [
        {
          text: `${letter} differs from ${first.letter} in ${terms}: that is in its ratios, and looks like what its machine does.`,
          tone: 'warning',
        },
      ];
    }),
    ...runs.flatMap(({ letter, results: { summary } }): Note[] =>
      summary.enough ? [] : [{ text: `${letter}: too few of its rounds are valid.`, tone: 'bad' }],
    ),
  ];
}
