import { parse } from 'postcss';
import { withoutSpans } from './blanked.ts';

export function uncommentedCss(text: string): string {
  const comments: [number, number][] = [];
  parse(text).walkComments(({ source }) => {
    // PostCSS's end is the place after the comment.
    if (source?.start && source.end) comments.push([source.start.offset, source.end.offset]);
  });
  return withoutSpans(text, comments);
}
