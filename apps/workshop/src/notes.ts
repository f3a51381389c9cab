import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { lineOf, root } from '@meteor-vs-mean/testbed/process';

/** Where commands of the workshop leave what they saw; a checkpoint reads it. */
export const notesFolder = path.join(root, '.data/workshop');

/** What `workshop:predict` leaves. */
export interface Prediction {
  /** ISO 8601. */
  at: string;
  of: 'fan-out' | 'audience' | 'latency';
  /** Meteor over MEAN, by the key of the question: subscribers or an audience, as text. */
  ratios: Record<string, number>;
}

/** What `workshop:write` leaves. */
export interface OutsideWrite {
  at: string;
  listId: string;
  todoId: string;
  text: string;
  /** How long it was waited for those who hadn't noticed. */
  waited_ms: number;
  /** `after_ms` is null for one that didn't notice. */
  noticed: { stack: string; mode: string | null; url: string; after_ms: number | null }[];
}

/** What `workshop:break` leaves of each recovery. */
export interface Breakage {
  at: string;
  stack: string;
  what: 'kill' | 'cut';
  /** Writes that were made while it was away. */
  missed: number;
  /** From the command that mended it until the subscriber held what MongoDB holds; null if it didn't come to that. */
  recovered_ms: number | null;
}

interface Notes {
  predictions: Prediction;
  writes: OutsideWrite;
  breakages: Breakage;
}

/** Adds a line to one kind of notes. */
export async function addNote<Kind extends keyof Notes>(
  kind: Kind,
  value: Notes[Kind],
  folder = notesFolder,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await appendFile(path.join(folder, `${kind}.jsonl`), `${JSON.stringify(value)}\n`);
}

/** Oldest first; none if there is no such file. @throws one line that names a line of it that can't be read */
export async function readNotes<Kind extends keyof Notes>(
  kind: Kind,
  folder = notesFolder,
): Promise<Notes[Kind][]> {
  const file = path.join(folder, `${kind}.jsonl`);
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    try {
      return [JSON.parse(line)];
    } catch (error) {
      throw new Error(`${file}: line ${index + 1} can't be read (${lineOf(error)}): mend it, or take it out`);
    }
  });
}
