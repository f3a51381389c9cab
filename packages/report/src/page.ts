import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Chart, type Panel, widths } from './chart.ts';
import type { Block, Cell, Report, Row, Table } from './document.ts';
import { html, type Markup, raw } from './html.ts';
import { svg } from './svg.ts';

const style = ['recorded.css', 'page.css']
  .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
  .join('');

/** The report as one HTML file: no script, no network, no other file. */
export function page({ title, subtitle, verdict, chief, notes, sections }: Report): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body class="recorded">
<a class="skip" href="#main">Skip to the figures</a>
<header>
<p class="subtitle">${subtitle}</p>
<h1>${title}</h1>
${verdict.length > 0 && html`<div class="verdict">${verdict.map((sentence) => html`<p>${sentence}</p>`)}</div>`}
${chief !== undefined && blockOf(chief)}
${notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li class="${note.tone ?? 'plain'}">${note.text}</li>`)}</ul>`}
<nav aria-label="Contents"><ul>${sections.map((one) => html`<li><a href="#${one.id}">${one.title}</a></li>`)}</ul></nav>
</header>
<main id="main">
${sections.map(
  ({ id, title, blocks }) =>
    html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${title}</h2>
${blocks.map((block) => blockOf(block, title))}
</section>
`,
)}
</main>
</body>
</html>
`.text;
}

/** A block alone, as a report has it: with the rules of recorded.css it looks the same elsewhere. */
export function drawBlock(block: Block): string {
  return blockOf(block).text;
}

/** @param heading above it: a caption needn't say it again */
function blockOf(block: Block, heading = ''): Markup {
  switch (block.kind) {
    case 'text':
      return html`<p class="${block.tone ?? 'plain'}">${block.text}</p>`;
    case 'facts':
      return html`${block.title !== undefined && html`<h3>${block.title}</h3>`}<dl>${block.facts.map(({ term, text }) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`;
    case 'command':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`;
    case 'table':
      return table(block, heading);
    case 'chart':
      return chart(block.chart);
    case 'fold':
      return html`<details class="fold"><summary>${block.summary}</summary>
${block.blocks.map((one) => blockOf(one))}
</details>`;
  }
}

function table({ caption, head, rows, notes }: Table, heading: string): Markup {
  const classes = head.map((one, index) => classOf(one, index, rows));
  return html`<div class="table"><div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption${caption === heading && raw(' class="said"')}>${caption}</caption>
<thead><tr>${head.map((one, index) => headCell(one, classes[index] ?? '', caption))}</tr></thead>
<tbody>${rows.map((row) => tableRow(row, classes, head))}</tbody>
</table></div>
${notes.map((note) => html`<p class="note ${note.tone ?? 'plain'}">${note.text}</p>`)}
</div>`;
}

/** Longer text than this is words, not a number. */
const longest = 18;

/** Of a column: labels, words, ratios with their intervals, or numbers. */
function classOf(head: Cell, index: number, rows: readonly Row[]): string {
  if (index === 0) return 'label';
  if (head.text === 'ratio') return 'ratio';
  const texts = rows.map(({ cells }) => cells[index - 1]?.text ?? '');
  const named = texts.filter((text) => /^[a-z]/i.test(text)).length;
  return texts.some(({ length }) => length > longest) || named > texts.length / 2 ? 'words' : '';
}

/** The caption says what the rows are of: no need to say it twice. */
function headCell(one: Cell, name: string, caption: string): Markup {
  if (one.text === caption) return html`<td></td>`;
  return html`<th scope="col"${name !== '' && html` class="${name}"`}>${inside(one)}</th>`;
}

/** A cell has its column's name, for phones: there each row of a wide table is a card. */
function tableRow({ label, under, cells }: Row, classes: readonly string[], head: readonly Cell[]): Markup {
  return html`<tr><th scope="row"${under && raw(' class="under"')}>${label}</th>${cells.map((one, index) => {
    const names = [classes[index + 1] ?? '', one.tone ?? ''].filter((name) => name !== '').join(' ');
    const column = head[index + 1]?.text ?? '';
    return html`<td${names !== '' && html` class="${names}"`} data-label="${column}">${inside(one)}</td>`;
  })}</tr>
`;
}

function inside({ text, sub, remark }: Cell): Markup {
  return html`<span class="value">${text}</span>${sub !== undefined && html` <small>${sub}</small>`}${
    remark !== undefined && html` <em>${remark}</em>`
  }`;
}

function chart(one: Chart): Markup {
  const { id, title, description, panels, columns, rows, notes } = one;
  return html`<figure class="chart" id="chart-${id}">
<figcaption>${title}</figcaption>
<div class="panels">${panels.map((panel, index) => picture(panel, `${id}-${index}`, description))}</div>
${notes.map((note) => html`<p class="note faint">${note}</p>`)}
<details class="numbers"><summary>The numbers<span class="aside"> of ${title}</span></summary>
<div class="scroll" tabindex="0" role="region" aria-label="Numbers of ${title}"><table class="data">
<thead><tr>${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((value) => html`<td>${value ?? ''}</td>`)}</tr>
`,
  )}</tbody>
</table></div></details>
</figure>`;
}

/** A wide picture is drawn a second time for a phone: scaled down, its text couldn't be read. */
function picture(panel: Panel, id: string, description: string): Markup {
  if (panel.size === 'small') {
    const label = panel.label !== undefined && html`<p class="panel" aria-hidden="true">${panel.label}</p>`;
    return html`<div class="small">${label}${raw(svg(panel, widths.small, `${id}-small`, description))}</div>`;
  }
  return html`<div class="desk">${raw(svg(panel, widths.wide, `${id}-wide`, description))}</div><div class="phone">${raw(
    svg(panel, widths.phone, `${id}-phone`, description),
  )}</div>`;
}
