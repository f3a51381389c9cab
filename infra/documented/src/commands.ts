import type { Page } from './pages.ts';

/** A command that a page tells its reader to type. */
export interface Command {
  /** As written, in one line. */
  text: string;
  page: string;
  /** The number of its first line, from 1. */
  line: number;
}

/** A fenced block of a page. */
export interface Block {
  /** The text after the opening fence: `sh`, `yaml chat.yml`. */
  info: string;
  lines: string[];
  /** The line number of its opening fence, from 1. */
  line: number;
}

const shells = ['sh', 'bash', 'shell'];
/** The first words of commands in blocks without a language. */
const programs = ['npm', 'npx', 'node', 'docker', 'meteor', 'git', 'curl', 'cd', 'kubectl', 'sudo', 'cp'];

const settings = /^(?:[A-Z_]+=\S+ )*/;

function isCommand(text: string): boolean {
  const [program, argument] = text.replace(settings, '').split(' ');
  return argument !== undefined && programs.includes(program as string);
}

/**
 * Every command that a page tells its reader to type, in order: each line of a shell block, each line of a block
 * without a language that starts with a program, and each `npm …` in a sentence. A block of `text` is output.
 */
export function commandsOf({ path, text }: Page): Command[] {
  const { blocks, prose } = split(text);
  const found: Command[] = [
    ...blocks.flatMap((block) => ofBlock(block, path)),
    ...prose.flatMap((paragraph) => ofParagraph(paragraph, path)),
  ];
  return found.toSorted((a, b) => a.line - b.line).flatMap(parts);
}

/** Lines between fences and empty lines. */
interface Paragraph {
  lines: string[];
  /** The number of its first line, from 1. */
  line: number;
}

/** A page's blocks, and the paragraphs between them. */
export function split(text: string): { blocks: Block[]; prose: Paragraph[] } {
  const blocks: Block[] = [];
  const prose: Paragraph[] = [];
  let paragraph: Paragraph | undefined;
  let open: (Block & { fence: string }) | undefined;
  for (const [index, words] of text.split('\n').entries()) {
    const line = index + 1;
    const [, fence, info] = /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(words) ?? [];
    if (open) {
      if (fence?.startsWith(open.fence) && info === '') {
        blocks.push({ info: open.info, lines: open.lines, line: open.line });
        open = undefined;
      } else open.lines.push(words);
    } else if (fence !== undefined && info !== undefined) {
      open = { fence, info, lines: [], line };
      paragraph = undefined;
    } else if (words.trim() === '') paragraph = undefined;
    else {
      if (!paragraph) {
        paragraph = { lines: [], line };
        prose.push(paragraph);
      }
      paragraph.lines.push(words);
    }
  }
  return { blocks, prose };
}

function ofBlock({ info, lines, line }: Block, page: string): Command[] {
  const language = info.split(/[\s{[]/)[0] as string;
  const isShell = shells.includes(language);
  if (!isShell && language !== '') return [];
  const found: Command[] = [];
  let begun: { text: string; line: number } | undefined;
  for (const [index, written] of lines.entries()) {
    const at = begun?.line ?? line + 1 + index;
    const whole = `${begun?.text ?? ''}${written.trim()}`;
    if (whole.endsWith('\\')) {
      begun = { text: whole.slice(0, -1), line: at };
      continue;
    }
    begun = undefined;
    const text = whole.replace(/(^|\s+)#.*$/, '').replace(/^\$ /, '');
    if (text !== '' && (isShell || isCommand(text))) found.push({ text, page, line: at });
  }
  return found;
}

/** A code span may continue on the next line. */
function ofParagraph({ lines, line }: Paragraph, page: string): Command[] {
  const whole = lines.join('\n');
  return [...whole.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].flatMap(({ 1: code = '', index }) => {
    const text = code.trim().replace(/\s*\n\s*/g, ' ');
    const at = line + whole.slice(0, index).split('\n').length - 1;
    return isCommand(text) ? [{ text, page, line: at }] : [];
  });
}

/** `a && b` is two commands, because one of them may be an exception. */
function parts(command: Command): Command[] {
  return command.text.split(' && ').map((text) => ({ ...command, text: text.trim() }));
}
