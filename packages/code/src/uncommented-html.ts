import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { withoutSpans } from './blanked.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** HTML, and Angular's templates, whose own syntax is text and attributes to an HTML parser. */
export function uncommentedHtml(text: string): string {
  const comments: [number, number][] = [];
  const visit = (node: Node): void => {
    const place = node.nodeName === '#comment' && node.sourceCodeLocation;
    if (place) comments.push([place.startOffset, place.endOffset]);
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(text, { sourceCodeLocationInfo: true }));
  return withoutSpans(text, comments);
}
