/**
 * Replaces the text between two marks of a page.
 * @param name of the part: its marks are `<!-- <name>, written by <by> -->` and `<!-- <name> end -->`
 * @throws if the page lacks the marks
 */
export function withPart(page: string, name: string, by: string, part: string): string {
  const [from, to] = [`<!-- ${name}, written by ${by} -->`, `<!-- ${name} end -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start === -1 || end < start) throw new Error(`The page lacks the marks ${from} and ${to}`);
  return `${page.slice(0, start + from.length)}\n${part}\n${page.slice(end)}`;
}
