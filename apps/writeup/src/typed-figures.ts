/** Something that looks like a measured figure, and was typed. */
export interface TypedFigure {
  line: number;
  text: string;
}

const number = String.raw`(?:\d[\d,.]*|half|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred)`;
const unit =
  '(?:%|percent|per cent|ms|µs|us|milliseconds?|microseconds?|s|[kKMG]i?B|kilobytes?|megabytes?|gigabytes?|bytes)';
const patterns = [
  // `11.6 ms`, `40 KB`, `5 %`
  new RegExp(String.raw`(?<![\w.])\d[\d,.]*\s?${unit}(?![\w])`, 'g'),
  // `1.60 times`, `two times`, `2x`, `twice as`
  new RegExp(String.raw`(?<![\w.])${number}[ -](?:times|fold)(?![\w])`, 'gi'),
  /(?<![\w.])\d[\d.]*\s?[x×](?!\w)/g,
  /\b(?:twice|thrice|double|triple|half) (?:as|the)\b/gi,
  // `1.54 to 1.67`: an interval, or a ratio; but not `Node 24.15`, `from 3.5 on`
  /(?<![\w.])(?<!\b(?:[Vv]ersion|[Rr]elease|Node|Meteor|MongoDB|Bun|Chrome) )\d+\.\d+(?![\w.]*\d*\.\d)(?! on\b)/g,
];

/**
 * Figures in a page's Markdown that were typed and not taken from a recorded result. Code is left out: what it quotes is a
 * setting, or a command.
 * @param allowed texts that are no figures of ours, as they stand in the page
 */
export function typedFigures(markdown: string, allowed: readonly string[] = []): TypedFigure[] {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  let rest = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, blank)
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/`[^`]*`/g, blank)
    .replace(/\{\{[\s\S]*?\}\}/g, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/<[^>]*>/g, blank)
    // Of a link the address; of an address its text, too.
    .replace(/\]\([^)]*\)/g, blank)
    .replace(/https?:\/\/\S+/g, blank);
  for (const text of allowed) rest = rest.replaceAll(text, blank(text));
  const found = rest
    .split('\n')
    .flatMap((line, index) =>
      patterns.flatMap((pattern) =>
        [...line.matchAll(pattern)].map(([text]): TypedFigure => ({ line: index + 1, text: text.trim() })),
      ),
    );
  return found.filter(
    (one, index) =>
      found.findIndex(({ line, text }) => line === one.line && text.includes(one.text)) === index,
  );
}
