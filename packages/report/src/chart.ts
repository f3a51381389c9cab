import type { PlotOptions } from '@observablehq/plot';
import { drawn } from './numbers.ts';

/** A chart and the numbers that it draws: its table, its CSV and its marks all come from `rows`. */
export interface Chart {
  /** Letters, digits and hyphens; unique in a report. Names its CSV. */
  id: string;
  title: string;
  /** What is drawn and what it shows, in words, for those who don't see it. */
  description: string;
  columns: Column[];
  rows: Value[][];
  /** One picture, or several side by side. */
  panels: Panel[];
  /** Said under it. */
  notes: string[];
}

export interface Column {
  /** In CSV and JSON, with its unit: `p50_ms`. */
  key: string;
  /** In the table. */
  label: string;
}

export type Value = number | string | null;

export interface Panel {
  title: string;
  /** Above it, where there are several; otherwise the chart's title is. */
  label?: string;
  /** `wide` panels are drawn twice, for a screen and for a phone. */
  size: 'wide' | 'small';
  /** What Plot draws, at so many pixels. */
  plot(width: number): PlotOptions;
}

/** The only panel of a chart: it bears the chart's title. */
export const wide = (title: string, plot: Panel['plot']): Panel[] => [{ title, size: 'wide', plot }];

/** A column of a chart's table, and its value in a row. */
export type Of<Row> = readonly [key: string, label: string, of: (row: Row) => Value | undefined];

/** Numbers are rounded to the digits that the chart itself has. */
export function dataOf<Row>(
  rows: readonly Row[],
  columns: readonly Of<Row>[],
): Pick<Chart, 'columns' | 'rows'> {
  return {
    columns: columns.map(([key, label]) => ({ key, label })),
    rows: rows.map((row) =>
      columns.map(([, , of]) => {
        const value = of(row) ?? null;
        return typeof value === 'number' && !Number.isInteger(value) ? drawn(value) : value;
      }),
    ),
  };
}

/** How the lines and points of one contestant look: each also differs from the others without its colour. */
export interface Style {
  color: string;
  /** SVG's stroke-dasharray. */
  dash: string;
  symbol: 'circle' | 'square' | 'triangle' | 'diamond' | 'star' | 'wye';
}

const dashes = ['none', '7 4', '2 3', '9 3 2 3', '4 2', '12 4'];
const symbols = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye'] as const;

/** The same shapes as text, so that a label says which points are meant. */
export const glyphs = { circle: '●', square: '■', triangle: '▲', diamond: '◆', star: '★', wye: 'Y' } as const;

/** A stack has one hue in all charts. */
const hues: Readonly<Record<string, number>> = {
  meteor: 1,
  mean: 2,
  echo: 3,
  'smallest-meteor': 4,
  smallest: 5,
};

/** @returns the colour of a stack; of anything else the sixth */
export function hueOf(stack: string): string {
  return `var(--series-${hues[stack] ?? 6})`;
}

/**
 * Shapes and dashes repeat after six: a chart shouldn't have more lines.
 * @param stack whose hue it has; without one the hue follows the index
 */
export function styleOf(index: number, stack?: string): Style {
  const at = index % symbols.length;
  return {
    color: stack === undefined ? `var(--series-${at + 1})` : hueOf(stack),
    dash: dashes[at] as string,
    symbol: symbols[at] as Style['symbol'],
  };
}

/** Widths in pixels of SVG, near those that they are shown at, so that text keeps its size. */
export const widths = { wide: 760, phone: 356, small: 356 } as const;

/** Any text as a chart's id, or a part of it. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** RFC 4180, with a line of names; what is null is empty. */
export function csv({ columns, rows }: Pick<Chart, 'columns' | 'rows'>): string {
  return [columns.map(({ key }) => key), ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: Value): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
