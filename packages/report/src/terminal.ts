import { styleText } from 'node:util';
import { wrapped } from '@meteor-vs-mean/testbed/process';
import CliTable from 'cli-table3';
import type { Block, Cell, Note, Table, Tone } from './document.ts';

/** Blocks as text for a terminal, without a newline at the end. Charts and folds are left out. */
export function terminal(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => draw(block)).join('\n\n');
}

function draw(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [toned(block.text, block.tone)];
    case 'facts':
      return [
        [
          ...(block.title === undefined ? [] : [styleText('bold', block.title)]),
          ...block.facts.map(({ term, text }) => `${term}: ${text}`),
        ].join('\n'),
      ];
    case 'command':
      return [`  ${block.text}`];
    case 'table':
      return [[table(block), ...block.notes.map(note)].join('\n')];
    case 'chart':
    case 'fold':
      return [];
  }
}

function table({ head, rows }: Table): string {
  const drawn = new CliTable({
    head: head.map((one) =>
      lines(one)
        .flatMap((line) => wrapped(line, mostLetters))
        .join('\n'),
    ),
    style: { head: [], border: [], compact: true },
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
  });
  for (const row of rows) {
    const cells = row.cells.map((one) =>
      lines(one)
        .map((line) => toned(line, one.tone))
        .join('\n'),
    );
    const label = wrapped(row.label, mostLetters).map((line) => (row.under ? `  ${line}` : line));
    drawn.push([label.join('\n'), ...cells]);
  }
  return drawn.toString();
}

/** So many letters a line. */
const mostLetters = 48;

/** In a head the smaller text is below; in a cell it comes after, in parentheses. */
function lines({ text, sub, remark }: Cell): string[] {
  return [sub === undefined ? text : `${text} (${sub})`, ...(remark === undefined ? [] : [remark])];
}

const note = ({ text, tone }: Note): string => toned(text, tone);

const colours = { bad: 'red', warning: 'yellow', good: 'green', faint: 'dim' } as const;

/** Without colours where standard output is no terminal. */
const toned = (text: string, tone: Tone = 'plain'): string =>
  tone === 'plain' ? text : styleText(colours[tone], text);
