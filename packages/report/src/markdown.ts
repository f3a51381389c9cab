import type { Block, Cell, Note, Report, Table } from './document.ts';

/** For pasting into an issue: tables and sentences. Charts are left out, folds are GitHub's. */
export function markdown({ title, subtitle, verdict, chief, notes, sections }: Report): string {
  return `${[
    `## ${escapeMarkdown(title)}`,
    escapeMarkdown(subtitle),
    ...(verdict.length > 0 ? [`**${escapeMarkdown(verdict.join(' '))}**`] : []),
    ...(chief === undefined ? [] : draw(chief)),
    ...(notes.length > 0 ? [notes.map(note).join('\n')] : []),
    ...sections.flatMap((section) => {
      const blocks = section.blocks.flatMap(draw);
      return blocks.length > 0 ? [`### ${escapeMarkdown(section.title)}`, ...blocks] : [];
    }),
  ].join('\n\n')}\n`;
}

function draw(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [escapeMarkdown(block.text)];
    case 'facts':
      return [
        ...(block.title === undefined ? [] : [`**${escapeMarkdown(block.title)}**`]),
        block.facts
          .map(({ term, text }) => `- **${escapeMarkdown(term)}**: ${escapeMarkdown(text)}`)
          .join('\n'),
      ];
    case 'command':
      return [`\`\`\`\n${block.text}\n\`\`\``];
    case 'table':
      // A caption that heads the first column is read there.
      return [
        ...(block.caption === block.head[0]?.text ? [] : [`**${escapeMarkdown(block.caption)}**`]),
        table(block),
        ...(block.notes.length > 0 ? [block.notes.map(note).join('\n')] : []),
      ];
    case 'chart':
    case 'fold':
      return [];
  }
}

function table({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head.map(inLine)),
    line(head.map((_, index) => (index === 0 ? ':---' : '---:'))),
    ...rows.map((row) =>
      line([`${row.under ? '&emsp;' : ''}${escapeMarkdown(row.label)}`, ...row.cells.map(inLine)]),
    ),
  ].join('\n');
}

function inLine({ text, sub, remark }: Cell): string {
  const parts = [escapeMarkdown(text), ...(sub === undefined ? [] : [`(${escapeMarkdown(sub)})`])];
  return [parts.join(' '), ...(remark === undefined ? [] : [`*${escapeMarkdown(remark)}*`])].join('<br>');
}

function note({ text }: Note): string {
  return `- ${escapeMarkdown(text)}`;
}

/** Only what would change its meaning: Markdown leaves the rest unchanged. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_|<>]/g, (letter) =>
    letter === '<' ? '&lt;' : letter === '>' ? '&gt;' : `\\${letter}`,
  );
}
