/** A line that a change adds. */
export interface Line {
  file: string;
  /** From 1, in the new file. */
  number: number;
  text: string;
}

/** Reads the added lines of a diff without context (`git diff --unified=0`). */
export function addedLines(diff: string): Line[] {
  const added: Line[] = [];
  let file = '';
  let number = 0;
  for (const line of diff.split('\n')) {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(line);
    if (line.startsWith('+++ ')) file = line.replace(/^\+\+\+ (b\/)?/, '');
    else if (hunk) number = Number(hunk[1]);
    else if (line.startsWith('+')) {
      added.push({ file, number, text: line.slice(1) });
      number += 1;
    }
  }
  return added;
}
