import { axisY, dot, gridX, tickX } from '@observablehq/plot';
import { type Chart, dataOf, type Panel, styleOf } from '../chart.ts';
import { drawn } from '../numbers.ts';
import type { Match, MatchFigure } from '../two-runs.ts';
import { bottomAxis } from './axes.ts';

/** Every start of two runs: a panel a figure, A above B. */
export function startsChart(id: string, match: Match): Chart[] {
  const figures = match.figures.filter(({ a, b }) => a.values.length + b.values.length > 0);
  if (figures.length === 0) return [];
  const said = figures.map(
    ({ figure, a, b }) => `${figure.label}: A ${a.values.length} starts, B ${b.values.length}`,
  );
  return [
    {
      id,
      title: `Every start, ${match.title}, ${match.scenario}`,
      description: `A panel a figure, a mark a start, A above B, an upright bar at the median. ${said.join('; ')}.`,
      ...dataOf(
        figures.flatMap(({ figure, ...sides }) =>
          pointsOf({ figure, ...sides }).map((point) => ({ figure, ...point })),
        ),
        [
          ['figure', 'figure', ({ figure }) => figure.label],
          ['run', 'run', ({ run }) => run],
          ['value', 'value', ({ value }) => value],
          ['unit', 'unit', ({ figure }) => figure.shown.unit],
        ],
      ),
      panels: figures.map(panelOf),
      notes: [],
    },
  ];
}

const runs = ['A', 'B'] as const;

function pointsOf({ figure: { shown }, a, b }: MatchFigure): { run: 'A' | 'B'; value: number }[] {
  const of = (run: 'A' | 'B', values: readonly number[]) =>
    values.map((value) => ({ run, value: drawn(value * shown.scale) }));
  return [...of('A', a.values), ...of('B', b.values)];
}

function panelOf(one: MatchFigure): Panel {
  const { shown, label: name } = one.figure;
  const points = pointsOf(one);
  const medians = runs.flatMap((run) => {
    const { median } = run === 'A' ? one.a : one.b;
    return median == null ? [] : [{ run, value: median * shown.scale }];
  });
  const label = `${name}, ${shown.unit}`;
  const least = Math.min(0, ...points.map(({ value }) => value));
  const most = Math.max(...points.map(({ value }) => value)) * 1.06;
  const dots = runs.map((run, index) => {
    const { color, symbol } = styleOf(index);
    const title = ({ value }: { value: number }) => String(value);
    const mine = points.filter((point) => point.run === run);
    return dot(mine, { x: 'value', y: 'run', symbol, stroke: color, strokeWidth: 1.75, r: 4.5, title });
  });
  return {
    title: label,
    label,
    size: 'small',
    plot: () => ({
      height: 100,
      marginTop: 8,
      marginBottom: 28,
      marginLeft: 28,
      marginRight: 20,
      x: { domain: [least, most] },
      y: { type: 'band', domain: [...runs] },
      marks: [
        gridX({ strokeOpacity: 0.12, ticks: 5 }),
        bottomAxis(5, null),
        axisY({ label: null, tickSize: 0, fontSize: 12, fontWeight: 600 }),
        tickX(medians, { x: 'value', y: 'run', strokeWidth: 3, insetTop: 5, insetBottom: 5 }),
        ...dots,
      ],
    }),
  };
}
