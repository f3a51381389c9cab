import type { Slope } from '@meteor-vs-mean/stats';
import { type Cell, cell, type Table } from './document.ts';
import { headOf, notesOf, tableRows, validCell } from './figures-table.ts';
import { fixed, list } from './numbers.ts';
import type { ContestantSummary, MemorySummary, Summary } from './results.ts';
import { isFlat } from './slope-ratios.ts';

type Unit = (value: number) => string;
const kilobytes: Unit = (bytes) => (bytes / 1e3).toFixed(1);
const micro: Unit = (value) => (1e3 * value).toFixed(1);

/** A scenario that adds clients step by step: what a client costs, by how many documents it holds. */
export function memoryTable(
  scenario: string,
  contestants: readonly ContestantSummary[],
  summary: Summary,
): Table {
  const comparison = summary.comparisons.find((one) => one.scenario === scenario);
  const { row, rows } = tableRows(contestants, comparison, summary);
  for (const documents of documentsOf(contestants)) {
    const held = (one: ContestantSummary) => one.memory.find((memory) => memory.documents === documents);
    const slope =
      (of: (memory: MemorySummary) => Slope | null, unit: Unit, name: string) => (one: ContestantSummary) => {
        const memory = held(one);
        return memory ? slopeCell(of(memory), memory.steps.length, unit, name) : cell('-');
      };
    row(
      `heap a client, ${documents} documents held`,
      slope(({ heap }) => heap, kilobytes, 'KB'),
      `heap_bytes_per_client_${documents}`,
    );
    row(
      ' RSS',
      slope(({ rss }) => rss, kilobytes, 'KB'),
      `rss_bytes_per_client_${documents}`,
    );
    if (contestants.some((one) => held(one)?.idleCpu)) {
      const figure = `idleCpu_ms_per_s_and_client_${documents}`;
      row(
        ' CPU while nothing is written',
        slope(({ idleCpu }) => idleCpu, micro, 'µs/s'),
        figure,
      );
    }
    row(' heap of the empty app', (one) => cell(emptyApp(held(one)?.heap)));
    row(' RSS of the empty app', (one) => cell(emptyApp(held(one)?.rss)));
  }
  if (contestants.some((one) => one.heldDocument)) {
    row('heap a held document and client', (one) =>
      bytesCell(
        one.heldDocument?.heap_bytes,
        heldInterval(one, ({ heap }) => heap),
      ),
    );
    row(' RSS', (one) =>
      bytesCell(
        one.heldDocument?.rss_bytes,
        heldInterval(one, ({ rss }) => rss),
      ),
    );
  }
  row('valid rounds', ({ rounds }) => validCell(rounds));
  return {
    kind: 'table',
    caption: scenario,
    head: headOf(scenario, contestants, comparison, summary),
    rows,
    notes: [...slopeNotes(contestants), ...notesOf(comparison, summary)],
  };
}

export function documentsOf(contestants: readonly ContestantSummary[]): number[] {
  const held = new Set(contestants.flatMap(({ memory }) => memory.map(({ documents }) => documents)));
  return [...held].sort((a, b) => a - b);
}

/** The slope, its 95 % interval, and a flag where the points lie on no line. */
export function slopeCell(slope: Slope | null, steps: number, unit: Unit, name: string): Cell {
  if (!slope) return cell('-');
  const text = `${unit(slope.slope)} ${name}`;
  const ends =
    slope.low === null || slope.high === null
      ? {}
      : { sub: `95 %: ${unit(slope.low)} to ${unit(slope.high)}` };
  if (steps < 3) return { text, ...ends, remark: 'two points', tone: 'warning' };
  if (!slope.straight) return { text, ...ends, remark: `no line: r² ${fixed(slope.r2, 2)}`, tone: 'warning' };
  return isFlat(slope) ? { text, ...ends, remark: 'no cost seen', tone: 'faint' } : { text, ...ends };
}

function emptyApp(slope: Slope | undefined): string {
  return slope ? `${(slope.intercept / 1e6).toFixed(0)} MB` : '-';
}

function bytesCell(value: number | undefined, halfWidth: number | null): Cell {
  if (value === undefined) return cell('-');
  const text = `${value.toFixed(0)} bytes`;
  const [low, high] = [value - (halfWidth ?? 0), value + (halfWidth ?? 0)];
  const ends = halfWidth === null ? {} : { sub: `95 %: ${low.toFixed(0)} to ${high.toFixed(0)}` };
  return low <= 0 ? { text, ...ends, remark: 'no cost seen', tone: 'faint' } : { text, ...ends };
}

/**
 * Half of the 95 % interval of what a held document costs: it is the difference of two slopes of separate starts, so
 * their errors add as squares. Null where one has no interval.
 */
export function heldInterval(
  { memory }: ContestantSummary,
  of: (memory: MemorySummary) => Slope,
): number | null {
  const [fewest, most] = [memory.at(0), memory.at(-1)];
  if (!fewest || !most || fewest.documents === most.documents) return null;
  const halves = [fewest, most].map((one) => {
    const { low, high } = of(one);
    return low === null || high === null ? Number.NaN : (high - low) / 2;
  });
  const half = Math.hypot(...halves) / (most.documents - fewest.documents);
  return Number.isNaN(half) ? null : half;
}

export function slopeNotes(contestants: readonly ContestantSummary[]): Table['notes'] {
  const memory = contestants.flatMap((one) => one.memory);
  const [first] = memory;
  if (!first) return [];
  const starts = [...new Set(memory.map((one) => one.starts))].sort((a, b) => a - b);
  const of = starts.length === 1 && starts[0] === 1 ? 'one start' : `${starts.join(' to ')} starts`;
  const notes: Table['notes'] = [
    {
      text:
        `A client's cost is the slope of the steps ${list(first.steps.map(String))} over ${of} of the app for each ` +
        `line, each start with an intercept of its own` +
        `${memory.some(({ heap }) => heap.low !== null) ? '; the interval is the wider of two, by residuals and by starts' : ''}.`,
    },
  ];
  const odd = memory.flatMap(({ heap, rss }) => [heap, rss]).filter((slope) => !slope.straight);
  if (odd.length > 0) {
    notes.push({
      text: '"No line": the points lie on none, and its slope is not to be quoted. More clients or more starts help.',
      tone: 'warning',
    });
  }
  return notes;
}
