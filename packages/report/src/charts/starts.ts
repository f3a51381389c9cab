import { axisY, dot, gridX, type Markish, tickX } from '@observablehq/plot';
import { type Chart, type Panel, styleOf, type Value } from '../chart.ts';
import { drawn } from '../numbers.ts';
import type { Match, MatchFigure } from '../two-runs.ts';
import { bottomAxis } from './axes.ts';

/** Every start of two runs: a panel a figure, A above B. */
export function startsChart(id: string, match: Match): Chart[] {
  const figures = match.figures.filter(({ a, b }) => a.values.length + b.values.length > 0);
  if (figures.length === 0) return [];
  return [
    {
      id,
      title: `Every start, ${match.title}, ${match.scenario}`,
      description: `A panel a figure, a mark a start, A above B, an upright bar at the median. ${figures
        .map(({ figure, a, b }) => `${figure.label}: A ${a.values.length} starts, B ${b.values.length}`)
        .join('; ')}.`,
      columns: [
        { key: 'figure', label: 'figure' },
        { key: 'run', label: 'run' },
        { key: 'value', label: 'value' },
        { key: 'unit', label: 'unit' },
      ],
      rows: figures.flatMap((one) =>
        pointsOf(one).map(({ run, value }): Value[] => [one.figure.label, run, value, one.figure.unit]),
      ),
      panels: figures.map(panelOf),
      notes: [],
    },
  ];
}

function pointsOf({ figure: { scale }, a, b }: MatchFigure) {
  const of = (run: 'A' | 'B', values: readonly number[]) =>
    values.map((value) => ({ run, value: drawn(value * scale) }));
  return [...of('A', a.values), ...of('B', b.values)];
}

function panelOf(one: MatchFigure): Panel {
  const { figure, a, b } = one;
  const points = pointsOf(one);
  const medians = [
    { run: 'A', value: a.median },
    { run: 'B', value: b.median },
  ].flatMap(({ run, value }) => (value == null ? [] : [{ run, value: value * figure.scale }]));
  const label = `${figure.label}${figure.unit === '' ? '' : `, ${figure.unit}`}`;
  return {
    title: label,
    label,
    size: 'small',
    plot() {
      const most = Math.max(...points.map(({ value }) => value)) * 1.06;
      const marks: Markish[] = [
        gridX({ strokeOpacity: 0.12, ticks: 5 }),
        bottomAxis(5, null),
        axisY({ label: null, tickSize: 0, fontSize: 12, fontWeight: 600 }),
        tickX(medians, { x: 'value', y: 'run', strokeWidth: 3, insetTop: 5, insetBottom: 5 }),
      ];
      for (const [index, run] of ['A', 'B'].entries()) {
        const { color, symbol } = styleOf(index);
        marks.push(
          dot(
            points.filter((point) => point.run === run),
            {
              x: 'value',
              y: 'run',
              symbol,
              stroke: color,
              strokeWidth: 1.75,
              r: 4.5,
              title: ({ value }: { value: number }) => String(value),
            },
          ),
        );
      }
      return {
        height: 100,
        marginTop: 8,
        marginBottom: 28,
        marginLeft: 28,
        marginRight: 20,
        x: { domain: [0, most] },
        y: { type: 'band', domain: ['A', 'B'] },
        marks,
      };
    },
  };
}
