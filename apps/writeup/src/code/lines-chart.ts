import { bottomAxis, type Chart, dataOf, styleOf, whole, wide } from '@meteor-vs-mean/report/drawing';
import { axisY, dot, gridX, link } from '@observablehq/plot';
import type { CountedPart } from './count.ts';

/** Lines of each part that both apps need: a row a part, a mark a stack. */
export function linesChart(id: string, parts: readonly CountedPart[]): Chart {
  const rows = parts.map(({ part, lines }) => ({ part: part.title, ...lines }));
  const said = rows.map(({ part, meteor, mean }) => `${part}: Meteor ${whole(meteor)}, MEAN ${whole(mean)}`);
  const most = Math.max(...rows.flatMap(({ meteor, mean }) => [meteor, mean]));
  const [first, second] = [styleOf(0), styleOf(1)];
  const title = 'Lines of code by part';
  return {
    id,
    title,
    description: `A circle for Meteor and a square for MEAN in each row. ${said.join('; ')}.`,
    ...dataOf(rows, [
      ['part', 'part', ({ part }) => part],
      ['meteor_lines', 'Meteor, lines', ({ meteor }) => meteor],
      ['mean_lines', 'MEAN, lines', ({ mean }) => mean],
    ]),
    panels: wide(title, (width) => {
      const phone = width < 500;
      return {
        height: 56 + 28 * rows.length,
        marginLeft: phone ? 110 : 210,
        marginRight: 20,
        marginBottom: 40,
        x: { domain: [0, most] },
        y: { type: 'band', domain: rows.map(({ part }) => part) },
        marks: [
          gridX({ strokeOpacity: 0.12, ticks: phone ? 4 : 8 }),
          bottomAxis(phone ? 4 : 8, 'lines of code'),
          axisY({ label: null, tickSize: 0, lineWidth: phone ? 10 : 18, fontSize: phone ? 10 : 12 }),
          link(rows, { x1: 'meteor', x2: 'mean', y: 'part', strokeWidth: 1.5, strokeOpacity: 0.45 }),
          dot(rows, { x: 'meteor', y: 'part', symbol: first.symbol, fill: first.color, r: 5 }),
          dot(rows, { x: 'mean', y: 'part', symbol: second.symbol, fill: second.color, r: 5 }),
        ],
      };
    }),
    notes: ['Circle: Meteor; square: MEAN. Comments and blank lines are not in it.'],
  };
}
