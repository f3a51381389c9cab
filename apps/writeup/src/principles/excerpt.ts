import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import { linesOf } from '../code/count.ts';

/** A file, or a part of it: found by its words and not by numbers, which move whenever something is written above. */
export interface Marked {
  /** From the repository's root. */
  path: string;
  /** How the part's first line begins, after its indentation. Without it: the whole file. */
  from?: string;
  /** That line alone. Otherwise the part ends with the line that closes what the first one opens. */
  alone?: boolean;
}

/** A part of a file as it is now. */
export interface Excerpt {
  path: string;
  /** The first is 1; both are in it. */
  first: number;
  last: number;
  /** Without comments and blank lines. */
  code: number;
}

/** @throws one line if the file is gone, or the words are not in it exactly once */
export function excerptOf({ path: name, from, alone = false }: Marked): Excerpt {
  const lines = read(name).replace(/\n$/, '').split('\n');
  const [first, last] = from === undefined ? [0, lines.length - 1] : rangeIn(lines, from, alone, name);
  const code = linesOf(lines.slice(first, last + 1).join('\n'), name);
  return { path: name, first: first + 1, last: last + 1, code };
}

function read(name: string): string {
  try {
    return readFileSync(path.join(root, name), 'utf8');
  } catch {
    throw new Error(
      `The page on the principles counts lines of ${name}, which is gone: correct code-of-principles.ts`,
    );
  }
}

function rangeIn(lines: readonly string[], from: string, alone: boolean, name: string): [number, number] {
  const found = lines.flatMap((line, n) => (line.trimStart().startsWith(from) ? [n] : []));
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(
      `The page on the principles counts a part of ${name} that begins with "${from}", and ${found.length} lines do: correct code-of-principles.ts`,
    );
  }
  if (alone) return [first, first];
  const indentation = /^\s*/.exec(lines[first] ?? '')?.[0] ?? '';
  return [first, closing(lines, first, first, indentation)];
}

/**
 * The line that closes what `first` opens. A parameter list may close before the body opens: `): Promise<void> {`.
 * @param after which it is looked for
 */
function closing(lines: readonly string[], first: number, after: number, indentation: string): number {
  const next = lines.findIndex(
    (line, n) =>
      n > after && line.startsWith(indentation) && /^([)\]}]|<\/)/.test(line.slice(indentation.length)),
  );
  if (next === -1) return first;
  return (lines[next] ?? '').endsWith('{') ? closing(lines, first, next, indentation) : next;
}
