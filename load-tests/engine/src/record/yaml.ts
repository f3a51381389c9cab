/** A small writer of YAML: mappings and lists, on one line where they fit, and comments before the items of a list. */

const width = 110;
/** Text that YAML reads as text without quotes, also inside braces. */
const plain = /^[A-Za-z_/$][\w./$@-]*( [\w./$@-]+)*$/;
/** Text that YAML 1.1 or 1.2 would read as something else. */
const reserved = /^(true|false|null|yes|no|on|off|y|n|~)$/i;

/** An item of a list with lines of comment before it. */
export class Commented {
  readonly comments: readonly string[];
  readonly value: unknown;

  constructor(comments: readonly string[], value: unknown) {
    this.comments = comments;
    this.value = value;
  }
}

/** @returns YAML of an object; fields that are undefined are left out */
export function toYaml(value: object): string {
  return `${block(value, 0).join('\n')}\n`;
}

function block(value: unknown, depth: number): string[] {
  const indent = '  '.repeat(depth);
  if (Array.isArray(value))
    return value.flatMap((item) =>
      item instanceof Commented ? commented(item, depth) : listItem(item, depth),
    );
  return entriesOf(value as object).flatMap(([key, item]) => {
    const line = `${indent}${scalar(key)}: ${inline(item)}`;
    if (!isLong(line, item)) return [line];
    return [`${indent}${scalar(key)}:`, ...block(item, depth + 1)];
  });
}

function commented({ comments, value }: Commented, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const lines = comments.map((line) => `${indent}# ${line}`);
  return value === undefined ? lines : [...lines, ...listItem(value, depth)];
}

function listItem(item: unknown, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const entries = isMapping(item) ? entriesOf(item) : [];
  // `- key: value` reads better than `- { key: value }`.
  if (entries.length > 0) {
    const [first = '', ...rest] = block(item, depth + 1);
    return [`${indent}- ${first.trimStart()}`, ...rest];
  }
  return [`${indent}- ${inline(item)}`];
}

function isLong(line: string, item: unknown): boolean {
  const isEmpty = item === null || typeof item !== 'object' || inline(item).length <= 2;
  return !isEmpty && !Buffer.isBuffer(item) && (line.length > width || hasComments(item));
}

function hasComments(value: unknown): boolean {
  if (value instanceof Commented) return true;
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return false;
  return Object.values(value).some(hasComments);
}

function inline(value: unknown): string {
  if (Buffer.isBuffer(value)) return `!!binary "${value.toString('base64')}"`;
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isMapping(value)) return scalar(value);
  const entries = entriesOf(value).map(([key, item]) => `${scalar(key)}: ${inline(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function scalar(value: unknown): string {
  if (typeof value === 'string' && plain.test(value) && !reserved.test(value)) return value;
  // JSON is YAML.
  return JSON.stringify(value ?? null);
}

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);

const isMapping = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !Buffer.isBuffer(value);
