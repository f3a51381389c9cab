/** Text that is markup already. All other values of an `html` template are escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

/** A template whose values are escaped, unless they are markup. Null, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((whole, string, index) => whole + render(parts[index - 1]) + string));
}

export function raw(text: string): Markup {
  return new Markup(text);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  // A number and its unit stay on one line, and so does `3 of 3`.
  return escapeHtml(String(part))
    .replace(/(?<=\d) (?=(?:%|ms|KB|MB|GB|s|bytes)(?!\w))/g, '\u00a0')
    .replace(/(?<=\d) of (?=\d)/g, '\u00a0of\u00a0');
}
