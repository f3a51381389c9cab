import type { CompareManifest, Ended, GridManifest, Machine, Size } from '@meteor-vs-mean/measure/results';
import type { Chart } from './chart.ts';
import {
  type Block,
  type Fact,
  type Note,
  type Report,
  type Section,
  type Table,
  type Tone,
  text,
} from './document.ts';
import { endedNotes, sharedCore } from './frame.ts';
import { capital, count, duration, list, moment } from './numbers.ts';
import { terminal } from './terminal.ts';
import { noisyLines, type Reasoned, voidBlocks, voidLines } from './void-rounds.ts';

/** What a run says, whatever it measured. */
export interface Told {
  title: string;
  size: Size;
  isEnough: boolean;
  verdict: readonly string[];
  /** The table that decides, where there is one. */
  chief?: Table | undefined;
  /** What was measured, and on what. */
  facts: readonly Fact[];
  /** What a reader must know of this kind of run. */
  notes: readonly Note[];
  machine: Machine;
  /** Rounds that were measured. */
  measured: number;
  void: readonly Reasoned[];
  noisy: readonly Reasoned[];
  /** Pairs that are in no figure, in words, by the contestant whose round was void. */
  dropped: readonly string[];
}

/** What its report says besides. */
interface Reported extends Told {
  /** As a subtitle begins: `Quick comparison`. */
  what: string;
  manifest: CompareManifest | GridManifest;
  /** Versions of what was measured, to run it again. */
  versions: readonly string[];
  /** What this kind of run shows: figures with their charts, and what was owed. */
  sections: readonly Section[];
  /** Heads the column of who ran. */
  who: string;
  noticed: readonly Reasoned[];
  /** How many rounds there are, and tables of them all. */
  rounds: { number: number; tables: readonly Table[] };
  /** What else the folder has. */
  files: string;
}

/** Stands first wherever a toy run is shown, in place of what was found: nobody is to take a figure from it. */
export const toySentence =
  'This is a toy run (--toy), made to see that a command works: rounds of a second or less, a handful of clients, ' +
  'and no rule about how busy the machine was. Its figures say nothing and are not to be quoted.';

/** The title of a toy run says what it is. */
export function titleWith(title: string, size: Size): string {
  return size === 'toy' ? `Toy run, no result: ${title}` : title;
}

export function section(id: string, title: string, blocks: Block[]): Section {
  return { id, title, blocks };
}

export const chartBlock = (chart: Chart): Block => ({ kind: 'chart', chart });

export function reportOf(told: Reported): Report {
  const { manifest, rounds } = told;
  const { started, finished, machine } = manifest;
  const sections = [
    ...told.sections,
    section('void', 'Void and noisy rounds', voidBlocks({ ...told, rounds: rounds.number })),
    section('measured', 'What was measured, and on what', [{ kind: 'facts', facts: [...told.facts] }]),
    section('again', 'Run it again', runAgain(manifest, told.versions)),
    section('files', 'Every round, and the files', filesBlocks(told)),
  ];
  return {
    title: titleWith(told.title, told.size),
    subtitle:
      `${capital(told.what)}, ${moment(started)}, ${duration(started, finished)}, ` +
      `on ${count(machine.cores, 'core')} (${machine.cpu})`,
    verdict: told.size === 'toy' ? [toySentence] : [...told.verdict],
    chief: told.chief,
    notes: notesOf(told, manifest.ended),
    sections: sections.filter(({ blocks }) => blocks.length > 0),
  };
}

function filesBlocks({ manifest, rounds, files }: Reported): Block[] {
  const fold: Block = {
    kind: 'fold',
    summary: `${count(rounds.number, 'round')}, with the figures of each`,
    blocks: [...rounds.tables],
  };
  return [
    ...(rounds.number > 0 ? [fold] : []),
    text(
      `Drawn from the folder ${manifest.id} alone. All that is drawn here is in charts.json and charts/*.csv beside ` +
        `this page; ${files}.`,
      'faint',
    ),
  ];
}

/**
 * For a terminal: what was measured, the tables, and what a reader must know; the answer comes last, where it is seen.
 * @param tables the figures, and what belongs to them
 * @returns text that ends without a newline
 */
export function terminalOf(told: Told, tables: readonly Block[]): string {
  const { title, size, facts, verdict, chief } = told;
  const isToy = size === 'toy';
  return terminal([
    ...(isToy ? [text(toySentence, 'bad')] : []),
    { kind: 'facts', title, facts: [...facts] },
    ...tables,
    ...linesOf([...voidLines(told.void), ...noisyLines(told.noisy, told.measured)], 'warning'),
    ...linesOf(notesOf(told).map((note) => note.text)),
    ...(chief ? [chief] : []),
    ...(isToy ? [] : [text(verdict.join(' '))]),
  ]);
}

function linesOf(lines: readonly string[], tone?: Tone): Block[] {
  return lines.length === 0 ? [] : [text(lines.join('\n'), tone)];
}

/** What a reader must know before believing a figure; the worst first. */
function notesOf({ isEnough, dropped, notes, machine }: Told, ended: Ended = 'complete'): Note[] {
  const shared = sharedCore(machine);
  return [
    ...endedNotes(ended),
    ...(dropped.length === 0
      ? []
      : [{ text: `Dropped, because a round was void: ${list(dropped)}.`, tone: 'warning' } as const]),
    ...(isEnough
      ? []
      : [{ text: 'Fewer rounds than planned count, so the ranges are wide.', tone: 'warning' } as const]),
    ...notes,
    ...(shared ? [{ text: shared, tone: 'warning' } as const] : []),
  ];
}

/**
 * Everything that is needed to run it again.
 * @param measured versions of what was measured; those of what measures are added
 */
export function runAgain(
  {
    command,
    git,
    versions,
    seed,
  }: Pick<CompareManifest | GridManifest, 'command' | 'git' | 'versions' | 'seed'>,
  measured: readonly string[],
): Block[] {
  const commit = git ? [`git checkout ${git.commit}`, 'npm ci'] : [];
  const typed = command.replace(/ --out[ =]("[^"]*"|'[^']*'|\S+)/, '');
  const measuring = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    { kind: 'command', text: [...commit, typed].join('\n') },
    ...(typed === command
      ? []
      : [text('It was typed with --out; results are never written over, so that is left out here.')]),
    ...(git?.modified
      ? [
          text(
            'The commit had changes that weren’t committed: this command may not do quite the same.',
            'warning',
          ),
        ]
      : []),
    ...(git ? [] : [text('It did not run in a git checkout, so the commit isn’t known.', 'warning')]),
    text(`It needs the same versions: ${list([...measured, ...measuring])}; seed ${seed}.`),
  ];
}

/** Of the stacks that ran, and of MongoDB. */
export function versionsOf({ stacks, mongo }: Pick<CompareManifest, 'stacks' | 'mongo'>): string[] {
  const ran = Object.values(stacks).flatMap((facts) =>
    facts.ran ? [`${facts.title} ${facts.version} (build ${facts.build}, Node ${facts.node})`] : [],
  );
  return [...ran, `MongoDB ${mongo.version} (${mongo.source})`];
}
