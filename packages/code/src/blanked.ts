/** A text in which all but some spans is blank. Line ends stay, so lines keep their numbers. */
export function onlySpans(text: string, spans: readonly [from: number, to: number][]): string {
  const kept = blank(text).split('');
  for (const [from, to] of spans) for (let at = from; at < to; at++) kept[at] = text[at] as string;
  return kept.join('');
}

/** The same text with some spans of it blank. */
export function withoutSpans(text: string, spans: readonly [from: number, to: number][]): string {
  let result = text;
  for (const [from, to] of spans) {
    result = result.slice(0, from) + blank(text.slice(from, to)) + result.slice(to);
  }
  return result;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
