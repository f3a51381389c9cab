/** A text, number, boolean, null or binary inside a value. */
export interface Leaf {
  /** Keys of objects, numbers in lists. */
  path: readonly string[];
  /** The nearest name above it, also for an item of a list; '' where there is none. */
  key: string;
  value: unknown;
}

/** All leaves of a value, in order. */
export function leavesOf(value: unknown, path: readonly string[] = [], key = ''): Leaf[] {
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return [{ path, key, value }];
  if (Array.isArray(value)) return value.flatMap((item, i) => leavesOf(item, [...path, String(i)], key));
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, [...path, name], name));
}

/** @returns a copy with each leaf replaced */
export function withLeaves(value: unknown, replace: (leaf: Leaf) => unknown): unknown {
  const copy = (item: unknown, path: readonly string[], key: string): unknown => {
    if (item === null || typeof item !== 'object' || Buffer.isBuffer(item)) {
      return replace({ path, key, value: item });
    }
    if (Array.isArray(item)) return item.map((one, i) => copy(one, [...path, String(i)], key));
    const entries = Object.entries(item);
    return Object.fromEntries(entries.map(([name, one]) => [name, copy(one, [...path, name], name)]));
  };
  return copy(value, [], '');
}

/** As `capture` and `match` take it: `$.a[0].b`. */
export function jsonPath(path: readonly string[]): string {
  const parts = path.map((key) => {
    if (/^\d+$/.test(key)) return `[${key}]`;
    return /^\w+$/.test(key) ? `.${key}` : `['${key}']`;
  });
  return `$${parts.join('')}`;
}
