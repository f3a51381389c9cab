import { axisX, axisY, dot, gridY, type Markish, ruleX, ruleY, text } from '@observablehq/plot';
import type { Chart, Panel, Value } from '../chart.ts';
import { kneeText } from '../knees-table.ts';
import { drawn, whole } from '../numbers.ts';
import type { Knee } from '../results.ts';

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
    size: 'small',
    plot() {
      const slowest = Math.max(knee.limit_ms, ...points.map(({ ms }) => ms)) * 1.3;
      const quickest = Math.min(knee.limit_ms, ...points.map(({ ms }) => ms)) / 1.3;
      const marks: Markish[] = [
        gridY({ strokeOpacity: 0.12 }),
        axisX({ label: knee.what, labelArrow: 'none', ticks: 4, tickFormat: ',' }),
        axisY({ label: `${name}: p99, ms (log scale)`, labelArrow: 'none', tickFormat: '~g', ticks: 4 }),
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
      ];
      if (knee.knee !== null) {
        marks.push(ruleX([knee.knee], { stroke: 'var(--series-1)', strokeOpacity: 0.7 }));
        marks.push(
          text([knee.knee], {
            x: (x: number) => x,
            frameAnchor: 'top',
            dy: -12,
            text: () =>
              kneeText(knee)
                .split(',')
                .slice(0, 2)
                .join(',')
                .replace(/, [a-z].*$/, ''),
            fontWeight: 600,
          }),
        );
      }
      return {
        height: 220,
        marginTop: 34,
        marginLeft: 48,
        marginBottom: 38,
        marginRight: 20,
        x: { domain: [0, Math.max(1, ...knee.trials.map(({ level }) => level)) * 1.05] },
        y: { type: 'log', domain: [quickest, slowest] },
        marks,
      };
    },
  };
}
