import { type Command, type Option, type OptionMap, typedOf, withArguments } from './options.ts';

/** The longest line of a help, in characters. */
const width = 120;
/** The widest column of options; a longer one gets a line of its own. */
const widest = 28;

/** What `--help` prints: how the command is called, what it does, and its options with their defaults. */
export function helpOf(command: Command<OptionMap>): string {
  const { usage = usageOf(command), about, options, headings = {}, notes } = command;
  const listed = Object.entries(options).map(([name, option]) => ({ name, rows: rowsOf(name, option) }));
  const terms = [...listed.flatMap(({ rows }) => rows.map(([term]) => term)), '--help'];
  const column = Math.max(...terms.map((term) => term.length).filter((length) => length <= widest));
  const lines = listed.flatMap(({ name, rows }) => {
    const heading = headings[name];
    const entries = rows.flatMap(([term, text]) => entryOf(term, text, column));
    return heading === undefined ? entries : ['', ...wrapped(heading, width), ...entries];
  });
  return [usage, '', about, '', ...lines, '  --help', ...(notes === undefined ? [] : ['', notes])].join('\n');
}

function usageOf(command: Command<OptionMap>): string {
  const words = command.words === undefined ? '' : `${command.words} `;
  return withArguments(typedOf(command), `${words}[options]`);
}

/** Of each form of an option, what is typed and what that does. */
function rowsOf(
  name: string,
  { placeholder, help, negated, fallback }: Option<unknown>,
): [term: string, text: string][] {
  const rows: [string, string][] = [];
  const standard = !fallback ? '' : `default: ${fallback}`;
  const term = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
  if (help !== undefined) rows.push([term, [help, standard].filter(Boolean).join('; ')]);
  if (negated !== undefined) rows.push([`--no-${name}`, negated]);
  return rows;
}

function entryOf(term: string, text: string, column: number): string[] {
  const indent = ' '.repeat(column + 4);
  const [first = '', ...more] = wrapped(text, width - indent.length);
  const rest = more.map((line) => `${indent}${line}`);
  if (term.length > column) return [`  ${term}`, `${indent}${first}`, ...rest];
  return [`  ${term.padEnd(column)}  ${first}`, ...rest];
}

/** Lines of so many letters at most; a longer word stays whole. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
