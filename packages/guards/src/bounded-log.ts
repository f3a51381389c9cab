/** Most lines in one second, and most characters in one line, so that no client can fill the disk. */
const linesPerSecond = 50;
const longestLine = 2000;

/** Control characters, and others that some viewers treat as line breaks. */
const breaking = /[\p{Cc}\u2028\u2029]/gu;

/**
 * A log whose entries are single lines, whatever a client put into them. It drops lines beyond the limit of a second
 * and writes how many before the next second's first line.
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
      if (lines > linesPerSecond) write(`(${lines - linesPerSecond} lines dropped within one second)`);
      second = current;
      lines = 0;
    }
    lines++;
    if (lines > linesPerSecond) return;
    const rest = line.length - longestLine;
    const shown = rest > 0 ? `${line.slice(0, longestLine)} (${rest} more characters)` : line;
    write(shown.replace(breaking, escaped));
  };
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
