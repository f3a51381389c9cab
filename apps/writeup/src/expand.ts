import { type Block, drawBlock, escapeHtml, slug } from '@meteor-vs-mean/report/drawing';
import { figure, near } from './figures.ts';
import { assertFinding, finding } from './findings.ts';
import type { Library } from './library.ts';
import { sources } from './sources.ts';

/** `{{ fig('full200.p50.ratio') }}`, wherever text may stand. */
const inline = /\{\{\s*fig\(\s*'([^']*)'\s*\)\s*\}\}/g;
/** What Markdown takes as it is: there a figure is text. */
const code = /^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/gm;
/** `<Chart of="full200/percentiles-fan-out"/>`, on a line of its own. */
const block = /^<(Chart|Table|Section|Verdict|Planner) of="([^"]*)"\s*\/>[ \t]*$/gm;
/** What is left of a tag that was written otherwise. */
const left = /\{\{\s*fig\b.*|<(?:Fig|Chart|Table|Section|Verdict|Planner)\b(?! :).*/;

/**
 * A page's Markdown with its figures, charts and tables put in, and under it a list of the recorded results that they
 * are from.
 * @param page its path under `pages`, for messages and links
 * @throws one line that names the page and what it asked for
 */
export function expand(markdown: string, page: string, library: Library): string {
  const used = new Set<string>();
  const fail = (message: string): never => {
    throw new Error(`pages/${page}: ${message}`);
  };
  const attempt = <Result>(make: () => Result): Result => {
    try {
      return make();
    } catch (error) {
      return fail((error as Error).message);
    }
  };
  const span = (name: string, inCode: boolean): string => {
    const { text, from } = attempt(() => figure(library, name));
    used.add(from);
    if (inCode) return text ?? 'not recorded yet';
    return text === null ? '<em class="awaited">not recorded yet</em>' : figureSpan(text, from, library);
  };
  const expanded = markdown
    .replace(finding, (_, statement: string) => {
      for (const from of attempt(() => assertFinding(statement, library))) used.add(from);
      return '';
    })
    .replace(code, (quoted) => quoted.replace(inline, (_, name: string) => span(name, true)))
    .replace(inline, (_, name: string) => span(name, false))
    .replace(block, (_, tag: string, of: string) => {
      const [from = '', ...rest] = of.split('/');
      used.add(from);
      return attempt(() => drawn(tag as Tag, from, rest.join('/'), library));
    });
  const wrong = left.exec(expanded.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`]*`/g, ''));
  if (wrong) {
    fail(
      `"${wrong[0].slice(0, 60)}" is no tag: {{ fig('name') }} in text, <Chart of="reference/id"/> on a line of its own`,
    );
  }
  if (used.size === 0) return expanded;
  return `${expanded.trimEnd()}\n\n${sources([...used], page, library)}`;
}

type Tag = 'Chart' | 'Table' | 'Section' | 'Verdict' | 'Planner';

/** Where it is from shows when the pointer rests on it. Its interval is lighter than the figure. */
function figureSpan(text: string, from: string, library: Library): string {
  const { folder } = library.open(from).source;
  const [, value = text, rest = ''] = /^([±\d][^(]*)( \(.*)$/.exec(text) ?? [];
  const isNumber = /^[±\d]/.test(text);
  return `<span class="${isNumber ? 'fig number' : 'fig'}" title="${folder}">${safe(value)}${rest === '' ? '' : `<span class="rest">${safe(rest)}</span>`}</span>`;
}

/** Markdown must not take a letter of it for its own; a number and its unit stay on one line. */
function safe(text: string): string {
  return escapeHtml(text)
    .replace(/[*_`[\]|~\\{}]/g, (letter) => `&#${letter.charCodeAt(0)};`)
    .replace(/(?<=\d) (?=(?:%|ms|µs|KB|MB|GB|s|bytes)(?!\w))/g, '&nbsp;')
    .replace(/(?<=\d) to (?=\d)/g, '&nbsp;to&nbsp;');
}

function drawn(tag: Tag, from: string, name: string, library: Library): string {
  const { source, recorded } = library.open(from);
  if (recorded === null) {
    return raw(`<p class="awaited">Not recorded yet: ${escapeHtml(source.what)}.</p>`);
  }
  const { charts, tables, sections, verdict, planner } = recorded;
  const named = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item => {
    const found = items.find((item) => nameOf(item) === name);
    if (found) return found;
    throw new Error(
      `there is no ${tag} ${from}/${name}${near(
        name,
        items.map((item) => `${from}/${nameOf(item)}`),
      )}`,
    );
  };
  switch (tag) {
    case 'Chart':
      return markup([{ kind: 'chart', chart: named(charts, ({ id }) => id) }], from);
    case 'Table':
      return markup([named(tables, ({ caption }) => slug(caption))], from);
    case 'Section':
      return markup(named(sections, ({ id }) => id).blocks, from);
    case 'Planner':
      if (planner === undefined) throw new Error(`there is no planner in ${from}`);
      return `\n<Planner :models='${escapeHtml(JSON.stringify(planner))}' />\n`;
    case 'Verdict':
      return raw(verdict.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join(''), 'said');
  }
}

/** Ids begin with the reference's name, so that two of a kind may stand on one page. */
function markup(blocks: readonly Block[], from: string): string {
  const apart = (one: Block): Block => {
    if (one.kind === 'fold') return { ...one, blocks: one.blocks.map(apart) };
    return one.kind === 'chart' ? { ...one, chart: { ...one.chart, id: `${from}-${one.chart.id}` } } : one;
  };
  return raw(blocks.map((one) => drawBlock(apart(one))).join('\n'));
}

/** Markup that Markdown and Vue leave as it is: an empty line would end it. */
function raw(html: string, kind = 'recorded'): string {
  return `\n<div class="${kind}" v-pre>${html.replace(/\n\s*/g, '\n')}</div>\n`;
}
