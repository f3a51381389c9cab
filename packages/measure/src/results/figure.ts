import { fitSlope, type Percentiles, type Point } from '@meteor-vs-mean/stats';
import type { DeliveryRound, MemoryRound, MemoryStep, Round, SampleRound } from './round.ts';

/** How a value is written: times `scale`, in `unit`. */
export interface Shown {
  unit: string;
  scale: number;
  /** After the point; without it, three significant ones. */
  digits?: number;
}

interface FigureBase {
  /** In summaries, floors, CSV and --json. */
  name: string;
  /** In the write-up: `cpu` in `fig('full200.cpu.meteor')`. */
  page: string;
  /** In a sentence and beside a chart. */
  label: string;
  /** Title of its row where each contestant has a column. */
  row: string;
  /** The row belongs to the one above. */
  under?: boolean;
  /** Title of its column where each contestant has a row; without one it isn't shown there. */
  column?: string;
  shown: Shown;
  better: 'less' | 'more';
  /** Whether ratios of it are taken within pairs. */
  compared: boolean;
  /** Shown where there is room for few figures. */
  chief?: boolean;
}

/** A percentile: of a contestant it is read from the merged histogram of all valid rounds. */
export interface LatencyFigure extends FigureBase {
  kind: 'latency';
  name: keyof Percentiles;
}

/** Of a contestant it is the median over the valid rounds. */
export interface MedianFigure extends FigureBase {
  kind: 'median';
  /** True if only some experiments read it: in tables of others it has no place. */
  ofSome?: true;
  /** Null: it couldn't be read. */
  of(round: DeliveryRound): number | null | undefined;
}

/** The slope of a line through the steps of clients that each hold so many documents, fitted to all valid starts. */
export interface SlopeFigure extends FigureBase {
  kind: 'slope';
  documents: number;
  /** The line's name in a summary. */
  line: string;
  /** What is read at each step: the points that the line is fitted to. Null: it couldn't be read. */
  of(step: MemoryStep): number | null;
  points: { key: string; title: string; shown: Shown };
  /** A line that rises by less over its steps shows nothing, whatever its slope: larger steps would. */
  leastRise?: number | undefined;
  /** Where it was read at no step: what reads it. Without one it has no row then. */
  unread?: string;
  /** What the line has where there are no clients; not shown without it. */
  empty?: { row: string; shown: Shown };
  /** What one held document adds, from the lines of two numbers of documents; not shown without it. */
  held?: { name: string; row: string; under?: boolean; shown: Shown };
}

/** Of an experiment's own: of a contestant it is the median over the valid rounds. */
export interface SampleFigure extends FigureBase {
  kind: 'sample';
}

export type Figure = LatencyFigure | MedianFigure | SlopeFigure | SampleFigure;

/** @returns a figure's value in one round: null if it is beyond what the round waited for, undefined if the round doesn't have it */
export function valueIn(round: Round, figure: Figure): number | null | undefined {
  switch (figure.kind) {
    case 'latency':
      return round.kind === 'deliveries' ? round[figure.name] : undefined;
    case 'median':
      return round.kind === 'deliveries' ? (figure.of(round) ?? undefined) : undefined;
    case 'sample':
      return round.kind === 'sample' ? sampledIn(round, figure) : undefined;
    case 'slope':
      return round.kind === 'memory' && round.documents === figure.documents
        ? slopeIn(round, figure)
        : undefined;
  }
}

function sampledIn({ figures, beyond }: SampleRound, { name }: SampleFigure): number | null | undefined {
  return beyond?.includes(name) ? null : (figures[name] ?? undefined);
}

/** One start is one line. */
function slopeIn(round: MemoryRound, figure: SlopeFigure): number | undefined {
  const points = pointsOf(round, figure);
  return points.length > 1 ? fitSlope([points]).slope : undefined;
}

/** What was read at each step against its clients; a step at which it couldn't be read is left out. */
export function pointsOf({ steps }: MemoryRound, { of }: Pick<SlopeFigure, 'of'>): Point[] {
  return steps.flatMap((step): Point[] => {
    const value = of(step);
    return value === null ? [] : [[step.clients, value]];
  });
}
