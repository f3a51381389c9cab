import {
  type AppResult,
  costOf,
  isCounted,
  lineOf,
  type MemoryRound,
  type SlopeFigure,
} from '@meteor-vs-mean/measure/results';
import { dot, lineY } from '@observablehq/plot';
import { type Chart, dataOf, type Panel, type Style, styleOf } from '../chart.ts';
import { costText } from '../cost.ts';
import { drawn } from '../numbers.ts';
import { bottomAxis, endLabel, upright } from './axes.ts';

/** A contestant by its title, with its lines. */
type MemoryOf = Pick<AppResult, 'key' | 'stack' | 'memory'> & { name: string };

interface Point {
  index: number;
  name: string;
  stack: string;
  documents: number;
  round: number;
  clients: number;
  value: number;
  fitted: number | null;
}

/**
 * What was read at each step against the number of clients: the points of every start, and each contestant's fitted
 * line, a panel for each number of documents held.
 * @param figure the slope that is fitted to the points, of any number of documents
 * @returns null if it wasn't read
 */
export function slopesChart(
  id: string,
  figure: SlopeFigure,
  contestants: readonly MemoryOf[],
  rounds: readonly MemoryRound[],
): Chart | null {
  const points = contestants.flatMap((one, index) => pointsOf(figure, one, index, rounds));
  if (points.length === 0) return null;
  const { key, title: what, shown } = figure.points;
  const title = `${what} against clients`;
  const said = contestants.flatMap((one) =>
    one.memory.flatMap(({ documents }) => {
      const cost = costOf(one, { ...figure, documents });
      return cost ? [`${one.name} with ${documents} documents held: ${costText(cost, figure.shown)}`] : [];
    }),
  );
  return {
    id,
    title,
    description: `Marks are the points of every start of the app, lines are fitted to them. A client costs: ${said.join('; ')}.`,
    ...dataOf(points, [
      ['contestant', 'contestant', ({ name }) => name],
      ['documents', 'documents held', ({ documents }) => documents],
      ['round', 'start (round)', ({ round }) => round],
      ['clients', 'clients', ({ clients }) => clients],
      [key, `${what}, ${shown.unit}`, ({ value }) => value],
      ['fitted', `fitted line, ${shown.unit}`, ({ fitted }) => fitted],
    ]),
    panels: panelsOf(title, shown.unit, points),
    notes: ['Lines have the mean of the starts’ intercepts; every start’s points are drawn.'],
  };
}

function pointsOf(
  figure: SlopeFigure,
  one: MemoryOf,
  index: number,
  rounds: readonly MemoryRound[],
): Point[] {
  const { scale } = figure.points.shown;
  const mine = rounds.filter((round) => round.contestant === one.key && isCounted(round));
  return mine.flatMap(({ documents, round, steps }) => {
    const line = lineOf(one, { ...figure, documents });
    return steps.flatMap((step): Point[] => {
      const value = figure.of(step);
      if (value === null) return [];
      const { clients } = step;
      const fitted = line && drawn((line.intercept + line.slope * clients) * scale);
      return [
        {
          index,
          name: one.name,
          stack: one.stack,
          documents,
          round,
          clients,
          value: drawn(value * scale),
          fitted,
        },
      ];
    });
  });
}

/** More contestants than these lie on each other. */
const mostTogether = 3;

interface Line {
  name: string;
  style: Style;
  points: Point[];
}

/** A panel for each number of documents; or, with many contestants, one for each of them. */
function panelsOf(title: string, unit: string, points: readonly Point[]): Panel[] {
  const highest = Math.max(0, ...points.map(({ value }) => value));
  const panel = (label: string, lines: readonly Line[]) => panelOf(title, label, unit, lines, highest);
  const held = [...new Set(points.map(({ documents }) => documents))].sort((a, b) => a - b);
  const contestants = [...new Map(points.map(({ index, name, stack }) => [index, { name, stack }]))];
  const of = (index: number, documents: number) =>
    points.filter((point) => point.index === index && point.documents === documents);
  if (contestants.length > mostTogether) {
    return contestants.map(([index, { name, stack }]) =>
      panel(
        name,
        held.map((documents, at) => ({
          name: `${documents} held`,
          style: styleOf(at, stack),
          points: of(index, documents),
        })),
      ),
    );
  }
  return held.map((documents) =>
    panel(
      `${documents} documents held`,
      contestants.map(([index, { name, stack }]) => ({
        name,
        style: styleOf(index, stack),
        points: of(index, documents),
      })),
    ),
  );
}

function panelOf(title: string, label: string, unit: string, lines: readonly Line[], highest: number): Panel {
  const fitted = lines.map(({ name, style, points }) => ({
    name,
    style,
    points,
    line: [...new Map(points.map((point) => [point.clients, point])).values()].sort(
      (a, b) => a.clients - b.clients,
    ),
  }));
  const tip = ({ clients, value }: Point) => `${clients} clients: ${value} ${unit}`;
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ clients }) => clients)));
  return {
    title: `${title}, ${label}`,
    label,
    size: 'small',
    plot: () =>
      upright({
        height: 260,
        top: 24,
        bottom: 40,
        y: { low: 0, high: highest * 1.05, log: false, label: unit },
        x: { domain: [0, most] },
        marks: [
          bottomAxis(5, 'clients'),
          ...fitted.flatMap(({ style: { color, dash, symbol }, points, line }) => [
            lineY(line, {
              x: 'clients',
              y: 'fitted',
              stroke: color,
              strokeWidth: 1.75,
              strokeDasharray: dash,
            }),
            dot(points, { x: 'clients', y: 'value', symbol, stroke: color, r: 3.5, title: tip }),
          ]),
        ],
        ends: fitted.flatMap(({ name, style, line }) => {
          const last = line.at(-1);
          return endLabel(last && { x: last.clients, y: last.fitted ?? last.value }, name, style);
        }),
      }),
  };
}
