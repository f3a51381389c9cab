import type { WireDocument } from '@meteor-vs-mean/contract';
import type { Update } from './event.ts';

/**
 * Whether a document has a value at a path, as MongoDB matches it: an array on the way or at the end matches if any
 * item does, and null also matches a missing field.
 */
export function has(document: WireDocument, path: string, value: string | null): boolean {
  const field = document[path];
  // Most filters name a top-level field, which needs no splitting.
  if (typeof field === 'string') return field === value;
  return hasAt(document, path.split('.'), value);
}

/**
 * Whether an update sets a value at a path of a document that isn't known.
 * @returns whether the document may now have the value there; undefined if the update doesn't touch the path
 */
export function brings(
  { fields, cleared, inside }: Update,
  path: string,
  value: string | null,
): boolean | undefined {
  if (path in fields && !inside) return fields[path] === value || hasAt(fields, [path], value);
  if (!inside && !path.includes('.')) return cleared.includes(path) ? value === null : undefined;
  const touched = [...Object.keys(fields), ...cleared, ...Object.keys(inside ?? {})];
  const wanted = path.split('.');
  let isTouched = false;
  for (const each of touched) {
    const rest = restOf(each, wanted);
    if (rest === undefined) continue;
    isTouched = true;
    // Only the whole document shows whether the path is now missing, which null asks for.
    if (value === null || (each in fields && hasAt(fields[each], rest, value))) return true;
  }
  // The update doesn't show the array's other items, which may have the value.
  return isTouched && !path.includes('.') ? false : undefined;
}

/**
 * Applies an update inside a document's fields.
 * @returns undefined if the update doesn't fit the document
 */
export function patched(
  document: WireDocument,
  { fields, cleared, inside = {} }: Update,
): WireDocument | undefined {
  const next = structuredClone(document);
  try {
    for (const [path, length] of Object.entries(inside)) arrayAt(next, path.split('.')).length = length;
    for (const [path, value] of Object.entries(fields)) {
      const { parent, key } = placeOf(next, path);
      parent[key] = value;
    }
    for (const path of cleared) {
      const { parent, key } = placeOf(next, path);
      delete parent[key];
    }
    return next;
  } catch {
    return undefined;
  }
}

function hasAt(value: unknown, path: readonly string[], wanted: string | null): boolean {
  if (Array.isArray(value)) {
    if (path.length === 0 && value.some((item) => item === wanted)) return true;
    return path.length > 0 && value.some((item) => hasAt(item, path, wanted));
  }
  const [field, ...rest] = path;
  if (field === undefined) return value === wanted || (wanted === null && value === undefined);
  if (value === null || typeof value !== 'object') return wanted === null;
  return hasAt((value as Record<string, unknown>)[field], rest, wanted);
}

/**
 * The rest of a filter's path after an update's path, which names array items by index.
 * @returns undefined if the paths don't meet
 */
function restOf(updated: string, wanted: readonly string[]): readonly string[] | undefined {
  let at = 0;
  for (const part of updated.split('.')) {
    if (part === wanted[at]) at++;
    else if (!/^\d+$/.test(part)) return undefined;
  }
  return at === 0 ? undefined : wanted.slice(at);
}

type Parent = Record<string, unknown>;

function placeOf(document: WireDocument, path: string): { parent: Parent; key: string } {
  const parts = path.split('.');
  const key = parts.pop() as string;
  const parent = valueAt(document, parts);
  if (parent === null || typeof parent !== 'object') throw new Error(`${path}: no such path`);
  if (Array.isArray(parent) && !(Number(key) <= parent.length))
    throw new Error(`${path}: beyond the array's end`);
  return { parent: parent as Parent, key };
}

function arrayAt(document: WireDocument, parts: readonly string[]): unknown[] {
  const array = valueAt(document, parts);
  if (Array.isArray(array)) return array;
  throw new Error(`${parts.join('.')}: not an array`);
}

function valueAt(document: WireDocument, parts: readonly string[]): unknown {
  let value: unknown = document;
  for (const part of parts) value = (value as Parent)[part];
  return value;
}
