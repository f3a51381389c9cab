import type { Chart } from './chart.ts';

/** What a report says, before it is drawn for a terminal, as Markdown or as HTML. All three have the same words. */
export interface Section {
  /** Of the heading, for links; unique in the document. */
  id: string;
  title: string;
  blocks: Block[];
}

export type Block =
  | { kind: 'text'; text: string; tone?: Tone }
  /** With a heading of its own, or without. */
  | { kind: 'facts'; title?: string; facts: Fact[] }
  | Table
  /** Charts: HTML only; their numbers are files beside it. */
  | { kind: 'chart'; chart: Chart }
  | { kind: 'command'; text: string }
  /** Closed until it is clicked, in HTML; left out elsewhere. */
  | { kind: 'fold'; summary: string; blocks: Block[] };

/** A report: what it is of, what it says in two sentences, and then everything else. */
export interface Report {
  title: string;
  /** When, how long, what for. */
  subtitle: string;
  verdict: string[];
  /** The table that decides: it is on the first screen, and in no section. */
  chief?: Table | undefined;
  /** What a reader must know before believing it. */
  notes: Note[];
  sections: Section[];
}

export type Tone = 'plain' | 'faint' | 'warning' | 'bad';

export interface Fact {
  term: string;
  text: string;
}

export interface Table {
  kind: 'table';
  caption: string;
  /** The first is of the labels' column. */
  head: Cell[];
  rows: Row[];
  /** Under the table. */
  notes: Note[];
}

export interface Row {
  label: string;
  /** It belongs to the row above: indented, and read as its continuation. */
  under?: boolean;
  cells: Cell[];
}

export interface Cell {
  text: string;
  /** Smaller, behind or under it: an interval, a mode. */
  sub?: string;
  /** A remark on it, on a line of its own: `no difference seen`. */
  remark?: string;
  tone?: Tone;
}

export interface Note {
  text: string;
  tone?: Tone;
}

export const cell = (text: string, tone?: Tone): Cell => (tone ? { text, tone } : { text });

/** A count that should be zero. */
export const zero = (value: number, text: string): Cell => cell(text, value === 0 ? undefined : 'bad');

/** A table of words and cells. @param head the first is of the labels' column */
export function tableWith(
  caption: string,
  head: readonly (string | Cell)[],
  rows: Row[],
  notes: Note[] = [],
): Table {
  return { kind: 'table', caption, head: cellsOf(head), rows, notes };
}

export const rowOf = (label: string, cells: readonly (string | Cell)[]): Row => ({
  label,
  cells: cellsOf(cells),
});

const cellsOf = (some: readonly (string | Cell)[]): Cell[] =>
  some.map((one) => (typeof one === 'string' ? cell(one) : one));

export const text = (words: string, tone?: Tone): Block =>
  tone ? { kind: 'text', text: words, tone } : { kind: 'text', text: words };
