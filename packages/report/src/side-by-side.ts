import {
  type CompareFolder,
  type Comparison,
  type Figure,
  figureNamed,
  isToyRun,
  withSlopeIntervals,
} from '@meteor-vs-mean/measure/results';
import type { Ratios } from '@meteor-vs-mean/stats';
import { runAgain, versionsOf } from './again.ts';
import { comparisonName, loadTitle } from './contestant.ts';
import {
  type Block,
  type Cell,
  type Note,
  type Report,
  type Section,
  type Table,
  tableWith,
  text,
} from './document.ts';
import { ratioCellOf } from './judgement.ts';
import { endedNotes } from './notes.ts';
import { list } from './numbers.ts';
import { section } from './report.ts';
import { titleWith, toySentence } from './toy.ts';

/** One of the runs that are shown side by side, and its name there. */
export interface NamedRun {
  letter: string;
  results: CompareFolder;
}

/** One contestant over another, as several runs have it. */
export interface SharedComparison {
  title: string;
  load: string;
  /** In the order of the runs; undefined where a run didn't make it. */
  each: (Comparison | undefined)[];
  /** Those that two runs have at least, with their ratios. */
  figures: { figure: Figure; ratios: Ratios[] }[];
}

/** The comparisons that two runs have at least; the first run that has one decides their order. Void rounds take no part. */
export function sharedComparisons(folders: readonly CompareFolder[]): SharedComparison[] {
  const summaries = folders.map(({ summary }) => withSlopeIntervals(summary));
  const all = summaries.flatMap((summary) => summary.comparisons.map((one) => ({ one, summary })));
  const same = Map.groupBy(all, ({ one: { a, b, load } }) => JSON.stringify([a, b, load]));
  return [...same.values()].flatMap((those) => {
    const [{ one, summary }] = those as [(typeof those)[number]];
    const each = summaries.map((summary) => those.find((found) => found.summary === summary)?.one);
    const names = new Set(those.flatMap(({ one }) => Object.keys(one.figures)));
    const figures = [...names].flatMap((name): SharedComparison['figures'] => {
      const figure = figureNamed(name);
      const ratios = each.flatMap((one) => one?.figures[name] ?? []);
      return figure && ratios.length > 1 ? [{ figure, ratios }] : [];
    });
    const title = comparisonName(one, summary);
    return figures.length > 0 ? [{ title, load: loadTitle(one.load, summary), each, figures }] : [];
  });
}

/** The ratios of a comparison, a column for each run. @param last the column behind them */
export function sharedTable(
  runs: readonly NamedRun[],
  { title, load, each, figures }: SharedComparison,
  last: { head: Cell; of(ratios: readonly Ratios[]): Cell },
  notes: Note[] = [],
): Table {
  return tableWith(
    `${title}, ${load}`,
    [`${title}, ${load}`, ...runs.map(({ letter }) => letter), last.head],
    figures.map(({ figure, ratios }) => ({
      label: figure.row,
      under: figure.under ?? false,
      cells: [
        ...runs.map(({ results }, index) => ratioCellOf(results.summary, figure.name, each[index])),
        last.of(ratios),
      ],
    })),
    notes,
  );
}

/** Adds what such a report says of any runs: that one is a toy, how each ended, and how to run them again. */
export function sideBySideReport(runs: readonly NamedRun[], report: Report): Report {
  const isToy = runs.some(({ results }) => isToyRun(results.manifest));
  const ended = runs.flatMap(({ letter, results }) =>
    endedNotes(results.manifest.ended).map((note): Note => ({ ...note, text: `${letter}: ${note.text}` })),
  );
  return {
    ...report,
    title: titleWith(report.title, isToy ? 'toy' : 'full'),
    verdict: isToy ? [toySentence.replace('This is', 'One of them is')] : report.verdict,
    notes: [...ended, ...report.notes],
    sections: [...report.sections, againSection(runs)].filter(({ blocks }) => blocks.length > 0),
  };
}

/** Runs with the same command and the same versions are named together. */
function againSection(runs: readonly NamedRun[]): Section {
  const all = runs.map(({ letter, results: { manifest } }) => ({
    letter,
    blocks: runAgain(manifest, versionsOf(manifest)),
  }));
  const same = Map.groupBy(all, ({ blocks }) => JSON.stringify(blocks));
  return section(
    'again',
    'Run them again',
    [...same.values()].flatMap((those) => [
      text(list(those.map(({ letter }) => letter))),
      ...(those[0]?.blocks ?? []),
    ]),
  );
}

/** What a terminal shows of runs set side by side; the answer comes last, where it is seen. */
export function sideBySideBlocks({ title, subtitle, sections, notes, verdict }: Report): Block[] {
  return [
    text(`${title}\n${subtitle}`),
    ...sections.filter(({ id }) => id !== 'again').flatMap(({ blocks }) => blocks),
    ...notes.map((note) => text(note.text, note.tone)),
    ...verdict.map((sentence) => text(sentence)),
  ];
}
