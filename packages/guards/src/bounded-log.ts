/** Most lines in one second, and most characters in one. What a client can bring about must not fill a disk. */
const linesPerSecond = 50;
const longestLine = 2000;

/** Control characters, and what some viewers take for the end of a line. */
const breaking = /[\p{Cc}\u2028\u2029]/gu;

/**
 * A log in which each entry is one line, whatever a client had put into it, and which doesn't grow without bounds:
 * what is too much in a second is counted, and the count is said with the next second's first line.
 * @param write gets each line
 * @param now in ms
 */
export function boundedLog(
  write: (line: string) => void,
  now: () => number = Date.now,
): (line: string) => void {
  let second = 0;
  let lines = 0;
  return (line) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      if (lines > linesPerSecond) write(`(${lines - linesPerSecond} lines more in one second)`);
      second = current;
      lines = 0;
    }
    lines++;
    if (lines > linesPerSecond) return;
    const rest = line.length - longestLine;
    const shown = rest > 0 ? `${line.slice(0, longestLine)} (${rest} characters more)` : line;
    write(shown.replace(breaking, escaped));
  };
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
