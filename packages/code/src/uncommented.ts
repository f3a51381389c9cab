import { basename, extname } from 'node:path';
import { type DefaultTreeAdapterTypes, parse as parseHtml } from 'parse5';
import ts from 'typescript';

/** How comments look in a file. `list`: one entry a line, and `#` begins a comment. */
export type Language = 'typescript' | 'html' | 'css' | 'list';

const languages: Record<Language, readonly string[]> = {
  typescript: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.swcrc'],
  html: ['.html'],
  css: ['.css'],
  list: ['.gitignore', '.npmrc', 'packages', 'platforms', 'release', '.finished-upgraders', '.id'],
};

/** @returns undefined if nobody has said how comments look in such a file */
export function languageOf(path: string): Language | undefined {
  const kind = extname(path) || basename(path);
  return (Object.keys(languages) as Language[]).find((language) => languages[language].includes(kind));
}

/** The text with blanks in place of its comments. Line ends stay, so lines keep their numbers. */
export function uncommented(text: string, path: string, language: Language): string {
  switch (language) {
    case 'typescript': {
      const kept = blank(text).split('');
      for (const { from, to } of typeScriptTokens(text, path)) {
        for (let at = from; at < to; at++) kept[at] = text[at] as string;
      }
      return kept.join('');
    }
    case 'html':
      return withoutSpans(text, htmlComments(text));
    case 'css':
      return withoutSpans(text, cssComments(text));
    case 'list':
      return text.replace(/(^|\s)#.*$/gm, '');
  }
}

type Span = readonly [from: number, to: number];

/** A token's place in its text. */
export interface Token {
  from: number;
  to: number;
  /** It is text between JSX tags. */
  isJsxText: boolean;
}

/**
 * The tokens of TypeScript, JavaScript and JSON, by TypeScript's own parser: a scanner alone doesn't know a regular
 * expression from a division, or what is text in JSX.
 */
export function typeScriptTokens(text: string, path: string): Token[] {
  const name = extname(path) === '' ? `${path}.json` : path;
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const tokens: Token[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node) || isCommentInJsx(node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) {
      children.forEach(visit);
      return;
    }
    const isJsxText = ts.isJsxText(node);
    const from = isJsxText ? node.getFullStart() : node.getStart(source);
    tokens.push({ from, to: node.getEnd(), isJsxText });
  };
  visit(source);
  return tokens;
}

/** Braces that are there for a comment's sake alone. */
function isCommentInJsx(node: ts.Node): boolean {
  return ts.isJsxExpression(node) && node.expression === undefined;
}

/** What CSS takes as it stands: a string, and an address without quotes. */
export const cssLiteral = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\(\s*[^"'\s)][^)]*\)/gs;

function cssComments(text: string): Span[] {
  const tokens = text.matchAll(new RegExp(`${cssLiteral.source}|(/\\*.*?\\*/)`, 'gs'));
  return [...tokens].flatMap(({ 0: token, 1: comment, index }) =>
    comment === undefined ? [] : [[index, index + token.length] as const],
  );
}

/** Also of Angular's templates, whose own syntax is text and attributes to an HTML parser. */
function htmlComments(text: string): Span[] {
  const comments: Span[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    const place = node.nodeName === '#comment' && node.sourceCodeLocation;
    if (place) comments.push([place.startOffset, place.endOffset]);
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseHtml(text, { sourceCodeLocationInfo: true }));
  return comments;
}

/** The same text with some spans of it blank. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let result = text;
  for (const [from, to] of spans) {
    result = result.slice(0, from) + blank(text.slice(from, to)) + result.slice(to);
  }
  return result;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
