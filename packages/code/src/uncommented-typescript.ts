import ts from 'typescript';
import { onlySpans } from './blanked.ts';

/**
 * TypeScript, JavaScript and JSON, by TypeScript's own parser: a scanner alone doesn't know a regular expression from
 * a division, or what is text in JSX.
 */
export function uncommentedTypeScript(text: string, path: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const tokens: [number, number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node) || isCommentInJsx(node)) return;
    const children = node.getChildren(source);
    if (children.length === 0) tokens.push([node.getStart(source), node.getEnd()]);
    else children.forEach(visit);
  };
  visit(source);
  return onlySpans(text, tokens);
}

/** Braces that are there for a comment's sake alone. */
function isCommentInJsx(node: ts.Node): boolean {
  return ts.isJsxExpression(node) && node.expression === undefined;
}
