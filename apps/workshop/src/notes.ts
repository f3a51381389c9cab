import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { lineOf, root } from '@meteor-vs-mean/testbed/process';

/** The folder in which the workshop's commands write notes for the checkpoints. */
export const notesFolder = path.join(root, '.data/workshop');

/** Written by `workshop:predict`. */
export interface Prediction {
  /** ISO 8601. */
  at: string;
  of: 'audience' | 'latency';
  /** Meteor over MEAN, by the question's key. */
  ratios: Record<string, number>;
}

/** Written by `workshop:write`. */
export interface OutsideWrite {
  at: string;
  listId: string;
  todoId: string;
  text: string;
  /** How long the command waited for apps that hadn't noticed. */
  waited_ms: number;
  /** `after_ms` is null for an app that didn't notice. */
  noticed: { stack: string; mode: string | null; url: string; after_ms: number | null }[];
}

/** Written by `workshop:break` for each recovery. */
export interface Breakage {
  at: string;
  stack: string;
  what: 'kill' | 'cut';
  /** Writes while it was down. */
  missed: number;
  /** From the repairing command until the subscriber equalled MongoDB; null if it never did. */
  recovered_ms: number | null;
}

interface Notes {
  predictions: Prediction;
  writes: OutsideWrite;
  breakages: Breakage;
}

/** Appends a line to a file of notes. */
export async function addNote<Kind extends keyof Notes>(
  kind: Kind,
  value: Notes[Kind],
  folder = notesFolder,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await appendFile(path.join(folder, `${kind}.jsonl`), `${JSON.stringify(value)}\n`);
}

/** Oldest first; none without a file. @throws a one-line error that names an unreadable line */
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
      throw new Error(`${file}: line ${index + 1} can't be read (${lineOf(error)}): fix or delete it`);
    }
  });
}
