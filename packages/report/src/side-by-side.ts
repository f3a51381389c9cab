import { type CompareFolder, isToyRun } from '@meteor-vs-mean/measure/results';
import { runAgain, versionsOf } from './again.ts';
import { type Block, type Note, type Report, type Section, text } from './document.ts';
import { endedNotes } from './notes.ts';
import { list } from './numbers.ts';
import { section } from './report.ts';
import { titleWith, toySentence } from './toy.ts';

/** One of the runs that are shown side by side, and its name there. */
export interface NamedRun {
  letter: string;
  results: CompareFolder;
}

/** Adds what such a report says of any runs: that one is a toy, how each ended, and how to run them again. */
export function sideBySideReport(runs: readonly NamedRun[], told: Report): Report {
  const isToy = runs.some(({ results }) => isToyRun(results.manifest));
  const ended = runs.flatMap(({ letter, results }) =>
    endedNotes(results.manifest.ended).map((note): Note => ({ ...note, text: `${letter}: ${note.text}` })),
  );
  return {
    ...told,
    title: titleWith(told.title, isToy ? 'toy' : 'full'),
    verdict: isToy ? [toySentence.replace('This is', 'One of them is')] : told.verdict,
    notes: [...ended, ...told.notes],
    sections: [...told.sections, againSection(runs)].filter(({ blocks }) => blocks.length > 0),
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
