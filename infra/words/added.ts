/** A line that a change adds. */
export interface Line {
  file: string;
  /** From 1, in the new file. */
  number: number;
  text: string;
}

/**
 * Reads the added lines of a diff without context (`git diff --unified=0`). A line that the same change removes
 * elsewhere was only moved, and is left out.
 */
export function addedLines(diff: string): Line[] {
  const added: Line[] = [];
  const removed = new Set<string>();
  let file = '';
  let number = 0;
  for (const line of diff.split('\n')) {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(line);
    if (line.startsWith('+++ ')) file = line.replace(/^\+\+\+ (b\/)?/, '');
    else if (line.startsWith('--- ')) continue;
    else if (hunk) number = Number(hunk[1]);
    else if (line.startsWith('-')) removed.add(line.slice(1).trim());
    else if (line.startsWith('+')) {
      added.push({ file, number, text: line.slice(1) });
      number += 1;
    }
  }
  return added.filter(({ text }) => !removed.has(text.trim()));
}
