import type { WireDocument } from '@meteor-vs-mean/contract';
import type { Update } from './event.ts';

/**
 * Whether a document has a value at a path, with MongoDB's meaning: an array on the way, or at the end, has what any of
 * its items has; and null is a field that isn't there, too.
 */
export function has(document: WireDocument, path: string, value: string | null): boolean {
  const field = document[path];
  // Most filters ask for a field of the document itself: then nothing is taken apart.
  if (typeof field === 'string') return field === value;
  return hasAt(document, path.split('.'), value);
}

/**
 * What an update says about a path of a document that isn't known otherwise.
 * @returns whether the document may have the value there now; undefined if the update doesn't touch the path
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
    // Whether nothing is left there, where that is what is asked for, only the document as a whole could say.
    if (value === null || (each in fields && hasAt(fields[each], rest, value))) return true;
  }
  // What stays in an array isn't told: that this brings no such value doesn't mean that there is none.
  return isTouched && !path.includes('.') ? false : undefined;
}

/**
 * A document after an update that changed something inside its fields.
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
 * How a filter's path goes on behind an update's, which names an array's items by their numbers.
 * @returns undefined if they don't meet
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
  if (parent === null || typeof parent !== 'object') throw new Error(`${path}: there is no such place`);
  if (Array.isArray(parent) && !(Number(key) <= parent.length)) throw new Error(`${path}: too far`);
  return { parent: parent as Parent, key };
}

function arrayAt(document: WireDocument, parts: readonly string[]): unknown[] {
  const array = valueAt(document, parts);
  if (Array.isArray(array)) return array;
  throw new Error(`${parts.join('.')}: there is no array`);
}

function valueAt(document: WireDocument, parts: readonly string[]): unknown {
  let value: unknown = document;
  for (const part of parts) value = (value as Parent)[part];
  return value;
}
