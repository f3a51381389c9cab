import {
  type AppResult,
  costOf,
  costsOfClient,
  heldDocument,
  lineOf,
  type Shown,
  type SlopeFigure,
} from '@meteor-vs-mean/measure/results';
import { type Line, roundsLine } from './contestants-table.ts';
import { estimateCell, estimateOf } from './cost.ts';
import { type Cell, cell, type Note } from './document.ts';
import { fixed, list, show } from './numbers.ts';

/** What a client costs, by how many documents it holds. */
export function memoryLines(contestants: readonly AppResult[]): Line[] {
  const documents = new Set(contestants.flatMap(({ memory }) => memory.map((held) => held.documents)));
  const figures = [...documents].sort((a, b) => a - b).map(costsOfClient);
  return [
    ...figures.flatMap((those) => costLines(those, contestants)),
    ...heldLines(contestants),
    roundsLine,
  ];
}

/** Clients that hold one number of documents. */
function costLines(figures: readonly SlopeFigure[], contestants: readonly AppResult[]): Line[] {
  const read = figures.filter(
    (figure) => figure.unread !== undefined || contestants.some((one) => lineOf(one, figure)),
  );
  return [
    ...read.map((figure): Line => {
      const { row, under, column, documents } = figure;
      const head = column === undefined ? undefined : { text: column, sub: `${documents} documents` };
      return { row, under, column: head, figure, of: (one) => slopeCell(one, figure) };
    }),
    ...read.flatMap((figure): Line[] => {
      const { empty } = figure;
      if (!empty) return [];
      const of = (one: AppResult) => cell(show(lineOf(one, figure)?.intercept, empty.shown));
      return [{ row: empty.row, under: true, of }];
    }),
  ];
}

function heldLines(contestants: readonly AppResult[]): Line[] {
  return costsOfClient(0).flatMap((figure): Line[] => {
    const { held } = figure;
    if (!held || !contestants.some((one) => heldDocument(one, figure))) return [];
    const { row, under, shown } = held;
    const column = under ? undefined : cell(row);
    return [{ row, under, column, of: (one) => heldCell(one, figure, shown) }];
  });
}

/** The slope, its 95 % interval, and a flag where the points lie on no line. */
function slopeCell(one: AppResult, figure: SlopeFigure): Cell {
  const cost = costOf(one, figure);
  if (!cost) return figure.unread === undefined ? cell('-') : unreadCell(figure.unread);
  const found = estimateCell(estimateOf(cost), figure.shown);
  const steps = one.memory.find(({ documents }) => documents === figure.documents)?.steps ?? [];
  const { untold, line } = cost;
  if (untold === 'small-steps' || (untold === 'flat' && line.straight)) return found;
  if (steps.length < 3) return { ...found, remark: 'two points', tone: 'warning' };
  if (line.straight) return found;
  return { ...found, remark: `no line: r² ${fixed(line.r2, 2)}`, tone: 'warning' };
}

function unreadCell(remedy: string): Cell {
  return { text: 'not measured', remark: remedy, tone: 'faint' };
}

function heldCell(one: AppResult, figure: SlopeFigure, shown: Shown): Cell {
  const found = heldDocument(one, figure);
  if (!found) return cell('-');
  const { cost: value, half, untold } = found;
  const [low, high] = half === null ? [null, null] : [value - half, value + half];
  const drawn = estimateCell({ value, low, high, untold }, shown);
  return untold === 'no-line' ? { ...drawn, remark: 'no line', tone: 'warning' } : drawn;
}

export function memoryNotes(contestants: readonly AppResult[]): Note[] {
  const memory = contestants.flatMap((one) => one.memory);
  const [first] = memory;
  if (!first) return [];
  const starts = [...new Set(memory.map((one) => one.starts))].sort((a, b) => a - b);
  const of = starts.length === 1 && starts[0] === 1 ? 'one start' : `${starts.join(' to ')} starts`;
  const costs = contestants.flatMap((one) =>
    one.memory.flatMap(({ documents }) =>
      costsOfClient(documents).flatMap((figure) => costOf(one, figure) ?? []),
    ),
  );
  const interval = '; the interval is the widest of three, by residuals, by starts and by steps';
  const notes: Note[] = [
    {
      text:
        `A client's cost is the slope over steps of ${list(first.steps.map(String))} clients, over ${of} of the app for each ` +
        `line, with an intercept for each start${costs.some(({ line }) => line.low !== null) ? interval : ''}.`,
    },
  ];
  if (first.steps.length === 3 && costs.some(({ line }) => line.low !== null)) {
    notes.push({
      text: 'Three steps have only two stretches between them: more steps (--steps) make intervals narrower.',
      tone: 'warning',
    });
  }
  if (costs.some(({ untold }) => untold === 'small-steps')) {
    notes.push({
      text:
        '"Use more --steps": over these steps RSS rises by less than it varies by itself, because a process keeps spare memory. ' +
        'Steps with more clients help.',
      tone: 'faint',
    });
  }
  if (costs.some(({ untold, line }) => untold !== 'small-steps' && !line.straight)) {
    notes.push({
      text: '"No line": the points do not fit a line, so do not quote its slope. More clients or more starts help.',
      tone: 'warning',
    });
  }
  return notes;
}
