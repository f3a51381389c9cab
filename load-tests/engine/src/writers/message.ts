/**
 * The writes of a writer differ in a few values. The engine fills in Artillery's templates once, with marks for these
 * values. The writers' thread replaces the marks for each write.
 */
const marks = {
  /** The write id, as text. */
  $writeId: '\u0001writeId\u0001',
  /** k, the write's number from 0. */
  $writeNumber: '\u0001writeNumber\u0001',
  /** The group of the write, from 0. */
  $writeGroup: '\u0001writeGroup\u0001',
  /** The writer that sends it, from 0. */
  $writer: '\u0001writer\u0001',
  /** The time of sending. */
  $now: '\u0001now\u0001',
} as const;

/** The variables of a write's templates, besides Artillery's. */
export const writeVariables: Readonly<Record<string, string>> = marks;

export interface Write {
  id: string;
  k: number;
  group: number;
  writer: number;
}

type Fill = (write: Write) => unknown;

/**
 * @param template lists and plain objects with marks; a text with nothing but a mark becomes a value of the mark's type.
 * Other objects (bytes, dates, maps) stay unchanged
 */
export function compileMessage(template: unknown): Fill {
  if (typeof template === 'string') return compileText(template);
  if (Array.isArray(template)) {
    const items = template.map(compileMessage);
    return (write) => items.map((item) => item(write));
  }
  if (isPlain(template)) {
    const entries = Object.entries(template).map(([key, value]) => [key, compileMessage(value)] as const);
    return (write) => Object.fromEntries(entries.map(([key, value]) => [key, value(write)]));
  }
  return () => template;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function compileText(text: string): Fill {
  if (!text.includes('\u0001')) return () => text;
  switch (text) {
    case marks.$writeId:
      return ({ id }) => id;
    case marks.$writeNumber:
      return ({ k }) => k;
    case marks.$writeGroup:
      return ({ group }) => group;
    case marks.$writer:
      return ({ writer }) => writer;
    case marks.$now:
      return () => new Date();
  }
  return ({ id, k, group, writer }) =>
    text
      .replaceAll(marks.$writeId, id)
      .replaceAll(marks.$writeNumber, String(k))
      .replaceAll(marks.$writeGroup, String(group))
      .replaceAll(marks.$writer, String(writer))
      .replaceAll(marks.$now, () => new Date().toISOString());
}
