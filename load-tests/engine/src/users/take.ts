import { isDeepStrictEqual } from 'node:util';
import ejson from 'ejson';
import { RunError } from '../failures/error.ts';
import { Fields } from '../script/fields.ts';
import type { VirtualUser } from './virtual-user.ts';

/** The options `capture` and `match` of a step, as the script has them: one each, a list, or nothing. */
export interface Takes {
  capture?: unknown;
  match?: unknown;
}

/** What this module needs of a virtual user. */
type User = Pick<VirtualUser, 'context' | 'template'>;

const example = '{ json: "$.id", as: x } or a list of such';
const matchExample = '{ json: "$.id", value: x } or a list of such';

/**
 * Checks `capture` and `match` before the run.
 * @param where the place of the step, e.g. `flow[2].call`
 * @throws RunError that names the field and what would be right
 */
export function assertTakes({ capture, match }: Takes, where: string): void {
  for (const one of listOf(capture)) {
    const fields = new Fields(one, `${where}.capture`, example);
    if (!fields.has('as')) fields.fail('as', 'the name of a variable');
    assertPlace(fields);
  }
  for (const one of listOf(match)) {
    const fields = new Fields(one, `${where}.match`, matchExample);
    if (!['json', 'path', 'regexp'].some((name) => fields.has(name))) {
      fields.fail('json', 'a path into the result, as in $.id');
    }
    // A match can expect null.
    fields.has('value');
    if (!Object.hasOwn(one as object, 'value') && !fields.has('regexp')) {
      fields.fail('value', 'what the result should have there, or give regexp');
    }
    assertPlace(fields);
  }
}

/**
 * Takes variables out of a value, and compares it with what the script expects.
 * A place is `json: "$.list[0].id"` or `path: 0.list.id`; `*` stands for every element, and what it finds is a list.
 * Without a place, the place is the whole value. Text in which a path continues is parsed as JSON. With `regexp`, the
 * value is the first group (or `group`, or else the whole match) in the text that is there.
 * @param value any value: text, number, boolean, null, list, object
 * @param where the place of the step, e.g. `flow[2].call`
 * @throws RunError `match` if the value differs, unless the match has `strict: false`; RunError `capture` if nothing is
 * there. With `strict: false` the variable is then null
 */
export function take(user: User, { capture, match }: Takes, value: unknown, where: string): void {
  for (const spec of listOf(capture)) {
    const { as, strict, ...place } = user.template(spec) as Spec & { as: string };
    const found = find(value, place);
    if (found === undefined && isStrict(strict)) {
      throw new RunError('capture', `${where}.capture ${nameOf(place)}: nothing is there in ${show(value)}`);
    }
    user.context.vars[as] = found === undefined ? null : found.value;
  }
  const mismatch = mismatchOf(user, match, value);
  if (mismatch !== undefined) throw new RunError('match', `${where}.match ${mismatch}`);
}

/** @returns what was expected, what came, and where; undefined if all matches fit */
export function mismatchOf(user: User, match: unknown, value: unknown): string | undefined {
  for (const spec of listOf(match)) {
    const { strict, ...place } = user.template(spec) as Spec;
    const found = find(value, place);
    const hasValue = Object.hasOwn(place, 'value');
    if (!isStrict(strict) || (found !== undefined && (!hasValue || isEqual(found.value, place.value))))
      continue;
    const expected = hasValue ? show(place.value) : `text that fits /${place.regexp}/`;
    const got = found === undefined ? `nothing there, in ${show(value)}` : show(found.value);
    return `${nameOf(place)}: expected ${expected}, got ${got}`;
  }
  return undefined;
}

interface Spec {
  json?: string;
  path?: string | number;
  regexp?: string;
  flags?: string;
  group?: string | number;
  value?: unknown;
  strict?: unknown;
}

function assertPlace(fields: Fields): void {
  for (const name of ['json', 'path'] as const) {
    const path = fields.any(name);
    if (path === undefined || String(path).includes('{{')) continue;
    if (keysOf({ [name]: path } as Spec) === undefined) {
      fields.fail(name, name === 'json' ? 'a path such as $, $.a.b or $.list[0].id' : 'a path such as 0.id');
    }
  }
  const regexp = fields.text('regexp');
  const flags = fields.text('flags');
  fields.any('group');
  fields.any('strict');
  fields.end();
  if (regexp === undefined || regexp.includes('{{')) return;
  try {
    new RegExp(regexp, flags);
  } catch (error) {
    throw new RunError('config', `${fields.place('regexp')}: ${(error as Error).message}`);
  }
}

/** @returns undefined if nothing is there */
function find(value: unknown, spec: Spec): { value: unknown } | undefined {
  const keys = keysOf(spec) ?? [];
  let found = [value];
  for (const key of keys) found = found.flatMap((one) => childrenOf(one, key));
  const isList = keys.includes('*');
  if (!isList && (found.length === 0 || found[0] === undefined)) return undefined;
  const there = isList ? found : found[0];
  if (spec.regexp === undefined) return { value: there };
  const match = new RegExp(spec.regexp, spec.flags).exec(textOf(there));
  if (match === null) return undefined;
  const { group = 1 } = spec;
  return { value: (typeof group === 'string' ? match.groups?.[group] : match[group]) ?? match[0] };
}

/** @returns the children under that key: none, one, or with `*` all */
function childrenOf(value: unknown, key: string): unknown[] {
  const parent = parsed(value);
  if (parent === null || typeof parent !== 'object') return [];
  if (key === '*') return Object.values(parent);
  return Object.hasOwn(parent, key) ? [(parent as Record<string, unknown>)[key]] : [];
}

/** A text with an object or a list: some apps send all values as JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** @returns undefined for a path that isn't one */
function keysOf({ json, path }: Spec): string[] | undefined {
  if (path !== undefined) {
    const keys = String(path).split('.');
    return keys.includes('') ? undefined : keys;
  }
  if (json === undefined) return [];
  const keys: string[] = [];
  const part = /\.([^.[\]]+)|\[(\d+|\*)\]|\['([^']*)'\]|\["([^"]*)"\]/y;
  // The $ is optional.
  const text = String(json)
    .replace(/^(?!\$|\[)/, '.')
    .replace(/^\$/, '');
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (found === null) return undefined;
    keys.push((found[1] ?? found[2] ?? found[3] ?? found[4]) as string);
  }
  return keys;
}

/** A date or bytes are also equal to their EJSON, which a script can write. */
function isEqual(got: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(got, expected) || isDeepStrictEqual(ejson.toJSONValue(got as never), expected);
}

const listOf = (specs: unknown): unknown[] => [specs ?? []].flat();
const isStrict = (strict: unknown): boolean => strict !== false && strict !== 'false';
const nameOf = ({ json, path, regexp }: Spec): string =>
  String(json ?? path ?? (regexp ? `/${regexp}/` : '$'));
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(ejson.toJSONValue(value as never)) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
