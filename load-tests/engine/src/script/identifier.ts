import { RunError } from '../failures/error.ts';

/** Finds the write id in the arguments of a change; undefined if there is none. */
export type Identifier = (args: unknown[]) => string | undefined;

/** Finds all write ids: one event may show many writes. */
export type Identifiers = (args: unknown[]) => string[];

/**
 * @param path the place in the arguments, e.g. `0.id` or `1._id`
 * @param pattern a regular expression, if the id is a part of a text: its first group, or the whole match
 * @throws RunError for an invalid path or pattern
 */
export function compileIdentifier(path: string, pattern?: string): Identifier {
  const at = compilePath(path);
  if (pattern === undefined) {
    return (args) => {
      const value = at(args);
      return typeof value === 'string' ? value : undefined;
    };
  }
  const idIn = compilePattern(pattern);
  return (args) => {
    const value = at(args);
    return typeof value === 'string' ? idIn(value) : undefined;
  };
}

/**
 * @param path the place in the arguments; `*` means every element of a list, e.g. `0.*.id`
 * @returns undefined for a path without `*`, which leads to one id
 * @throws RunError for an invalid path or pattern
 */
export function compileIdentifiers(path: string, pattern?: string): Identifiers | undefined {
  const keys = keysOf(path);
  if (!keys.includes('*')) return undefined;
  const idIn = pattern === undefined ? (text: string) => text : compilePattern(pattern);
  return (args) => {
    let found: unknown[] = [args];
    for (const key of keys) {
      found = found.flatMap((value) => {
        if (value === null || typeof value !== 'object') return [];
        return key === '*' ? Object.values(value) : [(value as Record<string, unknown>)[key]];
      });
    }
    return found
      .map((value) => (typeof value === 'string' ? idIn(value) : undefined))
      .filter((id) => id !== undefined);
  };
}

function compilePattern(pattern: string): (text: string) => string | undefined {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern);
  } catch (error) {
    throw new RunError(
      'config',
      `pattern ${pattern} is not a regular expression: ${(error as Error).message}`,
    );
  }
  return (text) => {
    const match = expression.exec(text);
    return match === null ? undefined : (match[1] ?? match[0]);
  };
}

function keysOf(path: string): string[] {
  const keys = path.split('.');
  if (keys.some((key) => key === '') || !/^(\d+|\*)$/.test(keys[0] as string)) {
    throw new RunError(
      'config',
      `path ${path} should begin with the number of an argument, as in 0.id or 1._id`,
    );
  }
  return keys;
}

/**
 * @returns what reads the value at that path in a change's arguments
 * @throws RunError for a path that can't be
 */
export function compilePath(path: string): (args: unknown[]) => unknown {
  const keys = keysOf(path);
  const [first, second, ...rest] = keys as [string, string?, ...string[]];
  const index = Number(first);
  if (second === undefined) return (args) => args[index];
  // The most frequent path, one field of one argument, without a loop.
  if (rest.length === 0)
    return (args) => (args[index] as Record<string, unknown> | null | undefined)?.[second];
  const inner = [second, ...rest];
  return (args) => {
    let value: unknown = args[index];
    for (const key of inner) value = (value as Record<string, unknown> | null | undefined)?.[key];
    return value;
  };
}

/** The ids of a run's writes, `<tag>-<k in base 36>`. They follow from the sequence, so nothing stores them. */
export class WriteIds {
  readonly tag: string;
  readonly count: number;
  readonly #prefix: string;

  constructor(tag: string, count: number) {
    this.tag = tag;
    this.count = count;
    this.#prefix = `${tag}-`;
  }

  idOf(k: number): string {
    return this.#prefix + k.toString(36);
  }

  /** @returns k, or -1 if it isn't the id of one of these writes */
  indexOf(id: string): number {
    const start = this.#prefix.length;
    const end = id.length;
    if (end === start || end > start + 10 || !id.startsWith(this.#prefix)) return -1;
    let k = 0;
    for (let i = start; i < end; i++) {
      const code = id.charCodeAt(i);
      const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 122 ? code - 87 : -1;
      if (digit === -1 || (digit === 0 && i === start && end > start + 1)) return -1;
      k = k * 36 + digit;
    }
    return k < this.count ? k : -1;
  }
}
