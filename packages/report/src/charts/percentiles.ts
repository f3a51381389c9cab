import { type CompareFolder, isCounted } from '@meteor-vs-mean/measure/results';
import { type Latencies, mergeLatencies, valueAtRank } from '@meteor-vs-mean/stats';
import { dot, gridX, lineY, type Markish, ruleX, text } from '@observablehq/plot';
import { type Chart, type Panel, type Style, styleOf, type Value, wide } from '../chart.ts';
import { drawn, milliseconds, smallPercent } from '../numbers.ts';
import { isDelivery } from '../rounds-table.ts';
import { bottomAxis, upright } from './axes.ts';

/** Latencies of one contestant: the merged histogram of its valid rounds. */
interface Curve {
  name: string;
  /** Whose hue its line has; none of two runs of one stack. */
  stack?: string;
  latencies: Latencies;
  lost: number;
  /** Stored writes: the deliveries of one write come together, so the tail rests on few of them. */
  writes: number;
}

/** Of one contestant in one load; null without a valid round, or if the histogram of one can't be read. */
export function curveOf(
  { rounds, latencies }: Pick<CompareFolder, 'rounds' | 'latencies'>,
  { key, load }: { key: string; load: string },
  name: string,
): Curve | null {
  const mine = rounds
    .filter(isDelivery)
    .filter((round) => round.contestant === key && round.load === load && isCounted(round));
  const parts = mine.flatMap(({ round }) => latencies.get(round) ?? []);
  if (parts.length === 0 || parts.length < mine.length) return null;
  const sum = (of: 'lost' | 'stored') => mine.reduce((total, round) => total + round[of], 0);
  return { name, latencies: mergeLatencies(parts), lost: sum('lost'), writes: sum('stored') };
}

interface CurvePoint {
  /** 1 / (1 - p): 2 for the median, 100 for p99. */
  x: number;
  percentile: number;
  ms: number;
}

const stepsPerDecade = 12;
/** Also where no step of the grid lies. */
const named = [50, 75, 90, 95, 99, 99.9, 99.99];

/**
 * Latency by percentile, on a scale that gives each further nine the same room. Percentiles are of all that was owed:
 * a curve ends where what was lost begins.
 */
export function percentilesChart(id: string, load: string, curves: readonly Curve[]): Chart {
  const all = curves.map((curve, index) => ({
    ...curve,
    style: styleOf(index, curve.stack),
    points: pointsOf(curve),
  }));
  const percentiles = [
    ...new Set(all.flatMap(({ points }) => points.map(({ percentile }) => percentile))),
  ].sort((a, b) => a - b);
  const rows = percentiles.map((percentile): Value[] => [
    percentile,
    ...all.map(({ points }) => points.find((point) => point.percentile === percentile)?.ms ?? null),
  ]);
  const at = ({ points }: (typeof all)[number], percentile: number) =>
    points.find((point) => point.percentile === percentile)?.ms ?? null;
  const said = all.map(
    (one) => `${one.name}: p50 ${milliseconds(at(one, 50))}, p99 ${milliseconds(at(one, 99))}`,
  );
  const lossy = all.filter(({ lost }) => lost > 0);
  return {
    id,
    title: `Latency by percentile, ${load}`,
    description: `One line a contestant, rising from the quickest delivery to the slowest. ${said.join('; ')}.`,
    columns: [
      { key: 'percentile', label: 'percentile' },
      ...all.map(({ name }) => ({ key: `${name}_ms`, label: `${name}, ms` })),
    ],
    rows,
    panels: panelsOf(`Latency by percentile, ${load}`, all),
    notes: [
      'Each step to the right is ten times rarer. Histograms of all valid rounds are merged, never averaged; a value ' +
        'is within 0.1 % of what was recorded, or 1 µs.',
      ...singleWrites(all),
      ...lossy.map(
        ({ name, lost, latencies }) =>
          `${name}: ${smallPercent(lost / (lost + latencies.totalCount))} never came, so its line ends before 100 %.`,
      ),
    ],
  };
}

function singleWrites(curves: readonly Curve[]): string[] {
  const writes = curves.map((curve) => curve.writes).filter((count) => count > 0);
  if (writes.length === 0) return [];
  const fewest = Math.min(...writes);
  return [
    `The deliveries of one write come together: right of the thin line (1 in ${fewest} writes) a line shows single writes.`,
  ];
}

/** @returns points over all that was owed; none beyond what came */
function pointsOf({ latencies, lost }: Curve): CurvePoint[] {
  const came = latencies.totalCount;
  const owed = came + lost;
  if (came === 0) return [];
  const grid: number[] = [];
  for (let step = 0; 10 ** (step / stepsPerDecade) < owed; step++) {
    grid.push(100 * (1 - 10 ** (-step / stepsPerDecade)));
  }
  const wanted = [
    ...grid.filter((p) => named.every((other) => Math.abs(other - p) > 0.03 * (100 - p))),
    ...named,
  ];
  const points = wanted
    .sort((a, b) => a - b)
    .flatMap((percentile): CurvePoint[] => {
      const rank = Math.max(1, Math.ceil((percentile / 100) * owed));
      if (rank > came || 1 / (1 - percentile / 100) > owed) return [];
      return [
        {
          x: 1 / (1 - percentile / 100),
          percentile: roundPercentile(percentile),
          ms: atRank(latencies, rank),
        },
      ];
    });
  if (lost === 0) points.push({ x: owed, percentile: 100, ms: atRank(latencies, came) });
  return points;
}

function atRank(latencies: Latencies, rank: number): number {
  return drawn(valueAtRank(latencies, rank) / 1000);
}

function roundPercentile(percentile: number): number {
  const nines = Math.max(0, Math.ceil(-Math.log10(1 - percentile / 100)));
  return Number(percentile.toFixed(nines + 1));
}

function panelsOf(
  title: string,
  curves: readonly (Curve & { style: Style; points: CurvePoint[] })[],
): Panel[] {
  const points = curves.flatMap((curve) => curve.points);
  const most = Math.max(2, ...points.map(({ x }) => x));
  const slowest = Math.max(0, ...points.map(({ ms }) => ms));
  const middles = curves
    .flatMap(({ points }) => points.filter(({ percentile }) => percentile === 50))
    .map(({ ms }) => ms);
  // Two modes that differ a hundredfold need a scale of which the quicker one is more than its bottom line.
  const far = slowest > 40 * Math.min(slowest, ...middles);
  const writes = Math.min(...curves.map((curve) => curve.writes));
  const lowest = Math.min(...points.map(({ ms }) => ms));
  const at = [0, 50, 90, 99, 99.9, 99.99, 99.999].map((p) => 1 / (1 - p / 100)).filter((x) => x <= most);
  const marks: Markish[] = [
    gridX(at, { strokeOpacity: 0.12 }),
    bottomAxis(at, 'share of deliveries that were as quick or quicker', {
      text: (x: number) => `${Number((100 * (1 - 1 / x)).toFixed(3))} %`,
    }),
  ];
  if (Number.isFinite(writes) && writes > 1 && writes < most) {
    marks.push(
      ruleX([writes], { strokeOpacity: 0.45, strokeDasharray: '1 3' }),
      text([writes], {
        x: (x: number) => x,
        frameAnchor: 'top',
        dy: -14,
        dx: -4,
        text: () => 'single writes →',
        textAnchor: 'start',
        fillOpacity: 0.75,
      }),
    );
  }
  for (const { points, style } of curves) {
    const { color, dash, symbol } = style;
    const quoted = points.filter(({ percentile }) => named.includes(percentile));
    marks.push(
      lineY(points, { x: 'x', y: 'ms', stroke: color, strokeWidth: 2.25, strokeDasharray: dash }),
      dot(quoted, { x: 'x', y: 'ms', symbol, fill: color, r: 4, title: tip }),
    );
  }
  const ends = curves.flatMap(({ name, style, points }) => {
    const last = points.at(-1);
    return last ? [{ x: last.x, y: last.ms, name, style }] : [];
  });
  return wide(title, (width) =>
    upright({
      height: width > 500 ? 380 : 300,
      top: 24,
      bottom: 42,
      y: { low: lowest, high: slowest, log: far, label: 'ms' },
      x: { type: 'log', domain: [1, most] },
      marks,
      ends,
    }),
  );
}

function tip({ percentile, ms }: CurvePoint): string {
  return `p${percentile}: ${milliseconds(ms)}`;
}
