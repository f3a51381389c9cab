import {
  type AxisXOptions,
  axisX,
  axisY,
  gridY,
  type Markish,
  type PlotOptions,
  type ScaleOptions,
  text,
} from '@observablehq/plot';
import { glyphs, type Style } from '../chart.ts';
import { plain } from '../numbers.ts';

/** Sets of round numbers within a decade, from few to many. */
const sets = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]];
/** For a range that lies near one number: steps of a linear scale. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5];

/** Round numbers on a log scale, as many as there is room for. */
export function logTicks([low, high]: readonly [number, number], most: number): number[] {
  const candidates = sets.map((set) => {
    const ticks: number[] = [];
    for (let decade = Math.floor(Math.log10(low)); decade <= Math.ceil(Math.log10(high)); decade++) {
      ticks.push(...set.map((one) => Number((one * 10 ** decade).toPrecision(3))));
    }
    return ticks;
  });
  if (high / low < 2) {
    for (const step of steps.toReversed()) {
      const first = Math.ceil(low / step);
      candidates.push(
        Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) =>
          Number(((first + index) * step).toPrecision(6)),
        ),
      );
    }
  }
  const fitting = candidates
    .map((ticks) => ticks.filter((tick) => tick >= low && tick <= high))
    .filter(({ length }) => length <= most)
    .sort((a, b) => b.length - a.length);
  return fitting[0] ?? [];
}

/**
 * An axis that labels every tick; left to itself a log scale labels some of them.
 * @param ticks where they are, or about how many of a linear scale
 */
export function bottomAxis(
  ticks: readonly number[] | number,
  label: string | null,
  options: AxisXOptions = {},
): Markish {
  const rest = { label, labelAnchor: 'center', labelArrow: 'none', text: plain, ...options } as const;
  return typeof ticks === 'number' ? axisX({ ticks, ...rest }) : axisX(ticks, { anchor: 'bottom', ...rest });
}

/** A picture whose values rise from its bottom. Sizes are in pixels. */
interface Upright {
  height: number;
  top: number;
  bottom: number;
  right?: number;
  /** `low` is of a log scale; a linear one begins at 0. */
  y: { low: number; high: number; log: boolean; label: string };
  x: ScaleOptions;
  /** Over the grid. */
  marks: readonly Markish[];
  /** Names at the ends of lines; they have their room at the right. */
  ends?: readonly EndLabel[];
}

interface EndLabel {
  x: number;
  y: number;
  name: string;
  style: Style;
}

type At = Pick<EndLabel, 'x' | 'y'>;

/** A name with the symbol of its points. @param last the point that it is at; without one there is no label */
export function endLabel(last: At | undefined, name: string, style: Style): EndLabel[] {
  return last ? [{ ...last, name: `${glyphs[style.symbol]} ${name}`, style }] : [];
}

export function upright({ height, top, bottom, right = 20, y, x, marks, ends }: Upright): PlotOptions {
  const { low, high, log } = y;
  const frame = height - top - bottom;
  const most = Math.max(2, Math.round(frame / 45));
  const domain: [number, number] = log ? [low, high] : [0, high];
  const ticks = log ? logTicks(domain, most) : most;
  const label = log ? `${y.label} (log scale)` : y.label;
  const options = { label, labelArrow: 'none', text: plain } as const;
  const pixelsOf = (value: number) =>
    frame * (1 - (log ? Math.log(value / low) / Math.log(high / low) : value / high));
  return {
    height,
    marginTop: top,
    marginBottom: bottom,
    marginLeft: 48,
    marginRight: ends ? roomFor(ends) : right,
    x,
    y: log ? { type: 'log', domain } : { domain },
    marks: [
      ...(typeof ticks === 'number'
        ? [gridY({ strokeOpacity: 0.12, ticks }), axisY({ ticks, ...options })]
        : [gridY(ticks, { strokeOpacity: 0.12 }), axisY(ticks, options)]),
      ...marks,
      ...endLabels(ends ?? [], pixelsOf),
    ],
  };
}

/** Moved apart where they would lie on each other. @param pixelsOf where y lies, in pixels from the top */
function endLabels(labels: readonly EndLabel[], pixelsOf: (y: number) => number): Markish[] {
  const height = 14;
  const sorted = labels.toSorted((a, b) => pixelsOf(a.y) - pixelsOf(b.y));
  let free = Number.NEGATIVE_INFINITY;
  return sorted.map(({ x, y, name, style }) => {
    const at = Math.max(pixelsOf(y), free);
    free = at + height;
    return text([{ x, y }], {
      x: 'x',
      y: 'y',
      text: () => name,
      dx: 8,
      dy: at - pixelsOf(y),
      textAnchor: 'start',
      fill: style.color,
      fontWeight: 600,
    });
  });
}

function roomFor(ends: readonly EndLabel[]): number {
  return Math.min(170, 16 + 6.6 * Math.max(0, ...ends.map(({ name }) => name.length)));
}
