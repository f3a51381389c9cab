import { dot, ruleX, ruleY, text } from '@observablehq/plot';
import type { Chart, Panel, Value } from '../chart.ts';
import { kneeNumber, kneeText } from '../knees-table.ts';
import { drawn, whole } from '../numbers.ts';
import type { Knee } from '../results.ts';
import { bottomAxis, upright } from './axes.ts';

/** Every trial of every search: its level and its p99, against the limit. A panel a search. */
export function kneesChart(id: string, knees: readonly Knee[], nameOf: (key: string) => string): Chart {
  return {
    id,
    title: 'The searches for the knee',
    description: `A mark a trial: a filled circle passed, a ring failed, a cross was void. ${knees
      .map((knee) => `${nameOf(knee.contestant)}, ${knee.what}: ${kneeText(knee)}`)
      .join('; ')}.`,
    columns: [
      { key: 'contestant', label: 'contestant' },
      { key: 'what', label: 'what was raised' },
      { key: 'level', label: 'level' },
      { key: 'round', label: 'round' },
      { key: 'p99_ms', label: 'p99, ms' },
      { key: 'verdict', label: 'verdict' },
    ],
    rows: knees.flatMap((knee) =>
      knee.trials.map(({ level, round, p99_ms, verdict }): Value[] => [
        nameOf(knee.contestant),
        knee.what,
        level,
        round,
        p99_ms === null ? null : drawn(p99_ms),
        verdict,
      ]),
    ),
    panels: knees.map((knee) => panelOf(knee, nameOf(knee.contestant))),
    notes: ['Filled circles passed, rings failed, crosses were void. The broken line is the limit of p99.'],
  };
}

function panelOf(knee: Knee, name: string): Panel {
  const points = knee.trials.flatMap(({ level, p99_ms, verdict }) =>
    p99_ms === null ? [] : [{ level, ms: drawn(p99_ms), verdict }],
  );
  const lost = knee.trials.filter(({ p99_ms }) => p99_ms === null).map(({ level }) => level);
  const of = (verdict: string) => points.filter((point) => point.verdict === verdict);
  return {
    title: `${name}, ${knee.what}`,
    label: `${name}, ${knee.what}`,
    size: 'small',
    plot() {
      const slowest = Math.max(knee.limit_ms, ...points.map(({ ms }) => ms)) * 1.3;
      const quickest = Math.min(knee.limit_ms, ...points.map(({ ms }) => ms)) / 1.3;
      const height = 220;
      const [top, bottom] = [34, 38];
      const { y, marks } = upright(
        { low: quickest, high: slowest, log: true },
        height - top - bottom,
        'p99, ms',
      );
      marks.push(
        bottomAxis(4, knee.what, { labelAnchor: 'center' }),
        ruleY([knee.limit_ms], { strokeDasharray: '5 3' }),
        text([knee.limit_ms], {
          y: (y: number) => y,
          frameAnchor: 'left',
          dx: 4,
          dy: -8,
          textAnchor: 'start',
          text: (y: number) => `limit ${whole(y)} ms`,
        }),
        dot(of('passed'), { x: 'level', y: 'ms', fill: 'var(--series-1)', r: 4.5 }),
        dot(of('failed'), { x: 'level', y: 'ms', stroke: 'var(--bad)', strokeWidth: 1.75, r: 4.5 }),
        dot(of('void'), { x: 'level', y: 'ms', symbol: 'times', stroke: 'currentColor', r: 4 }),
        text(lost, {
          x: (x: number) => x,
          frameAnchor: 'top',
          text: () => 'lost',
          fill: 'var(--bad)',
          dy: 2,
        }),
      );
      if (knee.knee !== null) {
        marks.push(ruleX([knee.knee], { stroke: 'var(--series-1)', strokeOpacity: 0.7 }));
        marks.push(
          text([knee.knee], {
            x: (x: number) => x,
            frameAnchor: 'top',
            dy: -12,
            text: () => kneeNumber(knee),
            fontWeight: 600,
          }),
        );
      }
      return {
        height,
        marginTop: top,
        marginLeft: 48,
        marginBottom: bottom,
        marginRight: 20,
        x: { domain: [0, Math.max(1, ...knee.trials.map(({ level }) => level)) * 1.05] },
        y,
        marks,
      };
    },
  };
}
