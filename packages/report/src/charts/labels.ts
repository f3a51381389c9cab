import { type Markish, text } from '@observablehq/plot';
import type { Style } from '../chart.ts';

/** A name at the end of a line. */
export interface EndLabel {
  x: number;
  y: number;
  name: string;
  style: Style;
}

/**
 * Names at the ends of lines, moved apart where they would lie on each other.
 * @param pixelsOf where y lies, in pixels from the top
 */
export function endLabels(labels: readonly EndLabel[], pixelsOf: (y: number) => number): Markish[] {
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

/** Room to the right of a chart for names of so many letters. */
export function roomFor(names: readonly string[]): number {
  return Math.min(170, 16 + 6.6 * Math.max(0, ...names.map((name) => name.length)));
}
