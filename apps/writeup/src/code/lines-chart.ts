import { bottomAxis, type Chart, dataOf, styleOf, whole, wide } from '@meteor-vs-mean/report/drawing';
import { axisY, dot, gridX, link } from '@observablehq/plot';
import type { Count } from './count.ts';
import type { Part } from './parts.ts';

/** Lines of each part: a row a part, a mark a stack. */
export function linesChart(id: string, parts: readonly Part[], count: Count): Chart {
  const rows = parts.map((part) => ({ part: part.title, meteor: 0, mean: 0, ...count.get(part) }));
  const texts = rows.map(({ part, meteor, mean }) => `${part}: Meteor ${whole(meteor)}, MEAN ${whole(mean)}`);
  const [first, second] = [styleOf(0, 'meteor'), styleOf(1, 'mean')];
  const title = 'Lines of code by part';
  return {
    id,
    title,
    description: `A circle for Meteor and a square for MEAN in each row. ${texts.join('; ')}.`,
    ...dataOf(rows, [
      ['part', 'part', ({ part }) => part],
      ['meteor_lines', 'Meteor, lines', ({ meteor }) => meteor],
      ['mean_lines', 'MEAN, lines', ({ mean }) => mean],
    ]),
    panels: wide(title, (width) => ({
      height: 56 + 28 * rows.length,
      marginLeft: width < 500 ? 110 : 170,
      marginRight: 20,
      marginBottom: 40,
      x: { domain: [0, Math.max(...rows.flatMap(({ meteor, mean }) => [meteor, mean]))] },
      y: { type: 'band', domain: rows.map(({ part }) => part) },
      marks: [
        gridX({ strokeOpacity: 0.12, ticks: 4 }),
        bottomAxis(4, 'lines of code'),
        axisY({ label: null, tickSize: 0, lineWidth: 10 }),
        link(rows, { x1: 'meteor', x2: 'mean', y: 'part', strokeWidth: 1.5, strokeOpacity: 0.45 }),
        dot(rows, { x: 'meteor', y: 'part', symbol: first.symbol, fill: first.color, r: 5 }),
        dot(rows, { x: 'mean', y: 'part', symbol: second.symbol, fill: second.color, r: 5 }),
      ],
    })),
    notes: ['Circle: Meteor; square: MEAN. Comments and blank lines are not counted.'],
  };
}
