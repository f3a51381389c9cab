import type { Fact, Note } from '../document.ts';
import { machineText, sharedCore } from '../frame.ts';
import type { LabManifest, LabSummary, LabTarget } from './results.ts';

/** What is run again, what was measured, and on what. */
export function labFrame(summary: LabSummary): Fact[] {
  const { source, targets, machine, seed } = summary;
  return [
    ...(source ? [{ term: 'Published', text: sourceText(source) }] : []),
    ...targets.map((target): Fact => ({ term: target.title, text: targetText(target) })),
    { term: 'Machine', text: machineText(machine) },
    { term: 'Seed', text: String(seed) },
  ];
}

function sourceText({ title, author, year, url, machine }: NonNullable<LabSummary['source']>): string {
  return `“${title}”, ${author}, ${year}, ${url}; measured on ${machine}`;
}

function targetText({ versions, notRun }: LabTarget): string {
  if (notRun !== null) return `not run: ${notRun}`;
  return versionTexts(versions).join(', ');
}

/** `Node 24.21.0`, `ws 8.20.0`. */
export function versionTexts(versions: Record<string, string>): string[] {
  return Object.entries(versions).map(([name, version]) => `${name} ${version}`);
}

/** What a reader must know before believing a figure; the worst first. */
export function labNotes(summary: LabSummary, ended?: LabManifest['ended']): Note[] {
  const { enough, size, tables, machine, source } = summary;
  const notes: Note[] = [];
  if (ended && ended !== 'complete') {
    notes.push({
      text: `The run ended early: ${ended.failed}. What was measured before is shown.`,
      tone: 'bad',
    });
  }
  if (!enough) notes.push({ text: 'Too few valid rounds: these figures are not to be used.', tone: 'bad' });
  if (size === 'toy')
    notes.push({ text: 'Toy size: it shows that counts are right, no speed.', tone: 'warning' });
  const cells = tables.flatMap((table) => table.cells);
  if (size === 'quick' && cells.every(({ ratio }) => !ratio?.interval)) {
    notes.push({ text: 'Quick size: few repeats, so ratios carry no intervals.' });
  }
  const held = source === null ? 'ratios say more' : 'what can be held against the published ones is ratios';
  notes.push({ text: `Absolute figures are this machine’s; ${held}.` });
  const shared = sharedCore(machine);
  if (shared) notes.push({ text: shared, tone: 'warning' });
  return notes;
}

/** Of what can't be run on this machine. */
export function notRunNotes({ targets }: Pick<LabSummary, 'targets'>): Note[] {
  return targets.flatMap(({ title, notRun }): Note[] =>
    notRun === null
      ? []
      : [{ text: `${title} was not run: ${notRun.replace(/\.?$/, '.')}`, tone: 'warning' }],
  );
}
