import {
  kilobytes,
  megabytes,
  milliseconds,
  percent,
  short,
  slug,
  whole,
} from '@meteor-vs-mean/report/drawing';
import type { Recorded } from './recorded.ts';

/**
 * Content of a JSON file: a figure's path is the way through it, by keys; an item of a list is named by its place, or by
 * its `key`, `name` or `id`. Units are those that keys end with: `p50_ms`, `gzip_bytes`, `cpu_share`.
 * @param page the file
 */
export function openContent(content: unknown, page: string): Recorded {
  return {
    figure: (names) => figureAt(content, names),
    charts: [],
    tables: [],
    sections: [],
    verdict: [],
    names: leaves(content),
    page,
  };
}

function figureAt(content: unknown, names: readonly string[]): string | undefined {
  let at = content;
  for (const name of names) {
    if (Array.isArray(at))
      at = at[/^\d+$/.test(name) ? Number(name) : at.findIndex((one) => isNamed(one, name))];
    else if (at !== null && typeof at === 'object') at = (at as Record<string, unknown>)[name];
    else return undefined;
  }
  return valueText(names.at(-1) ?? '', at);
}

function isNamed(item: unknown, name: string): boolean {
  if (item === null || typeof item !== 'object') return false;
  const { key, name: called, id } = item as Record<string, unknown>;
  return [key, called, id].some((one) => typeof one === 'string' && slug(one) === name);
}

const units: [ending: RegExp, text: (value: number) => string][] = [
  [/_ms$/, milliseconds],
  [/_us$/, (value) => `${short(value)} µs`],
  [/_bytes$/, (value) => (value < 999_500 ? kilobytes(value) : megabytes(value))],
  [/_per_s$/, whole],
  [/_s$/, (value) => `${Number.isInteger(value) ? whole(value) : short(value)} s`],
  [/(^|_)share$/, (value) => percent(value)],
];

/** By the unit that the key ends with. @returns undefined for what is no single value */
export function valueText(key: string, value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return undefined;
  const unit = units.find(([ending]) => ending.test(key));
  if (unit) return unit[1](value);
  return Number.isInteger(value) ? whole(value) : short(value);
}

/** Paths of all values that are no longer than a line; of long lists, of their first items. */
function leaves(content: unknown, before: readonly string[] = []): string[] {
  if (content === null || typeof content !== 'object') return [before.join('.')];
  const entries = Array.isArray(content)
    ? content.slice(0, 8).map((item, index): [string, unknown] => {
        const { key, name, id } = (item ?? {}) as Record<string, unknown>;
        const called = [key, name, id].find((one) => typeof one === 'string');
        return [typeof called === 'string' ? slug(called) : String(index), item];
      })
    : Object.entries(content);
  return entries.flatMap(([key, value]) => leaves(value, [...before, key]));
}
