import type { PlotOptions } from '@observablehq/plot';

/** A chart and the numbers that it draws: its table, its CSV and its marks all come from `rows`. */
export interface Chart {
  /** Letters, digits and hyphens; unique in a report. Names its CSV. */
  id: string;
  title: string;
  /** What is drawn and what it shows, in words, for those who don't see it. */
  description: string;
  columns: Column[];
  rows: Value[][];
  /** One picture or several beside each other. */
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
  /** Stands over it where there are several; otherwise the chart's title does. */
  label?: string;
  /** `wide` panels are drawn twice, for a screen and for a phone. */
  size: 'wide' | 'small';
  /** What Plot draws, at so many pixels. */
  plot(width: number): PlotOptions;
}

/** How the lines and points of one contestant look: each is told from the others without its colour, too. */
export interface Style {
  color: string;
  /** SVG's stroke-dasharray. */
  dash: string;
  symbol: 'circle' | 'square' | 'triangle' | 'diamond' | 'star' | 'wye';
}

const dashes = ['none', '7 4', '2 3', '9 3 2 3', '4 2', '12 4'];
const symbols = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye'] as const;

/** Styles repeat after six: a chart shouldn't have more lines. */
export function styleOf(index: number): Style {
  const at = index % symbols.length;
  return {
    color: `var(--series-${at + 1})`,
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
