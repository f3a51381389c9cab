import type { Knee } from '@meteor-vs-mean/measure/results';
import { dot, ruleX, ruleY, text } from '@observablehq/plot';
import { type Chart, dataOf, type Panel } from '../chart.ts';
import { kneeNumber, kneeText } from '../knees.ts';
import { drawn, whole } from '../numbers.ts';
import { bottomAxis, upright } from './axes.ts';

/** Every trial of every search: its level and its p99, against the limit. A panel a search. */
export function kneesChart(id: string, knees: readonly Knee[], nameOf: (key: string) => string): Chart {
  const trials = knees.flatMap((knee) => knee.trials.map((trial) => ({ knee, ...trial })));
  return {
    id,
    title: 'The searches for the knee',
    description: `A mark a trial: a filled circle passed, a ring failed, a cross was void. ${knees
      .map((knee) => `${nameOf(knee.contestant)}, ${knee.what}: ${kneeText(knee)}`)
      .join('; ')}.`,
    ...dataOf(trials, [
      ['contestant', 'contestant', ({ knee }) => nameOf(knee.contestant)],
      ['what', 'what was raised', ({ knee }) => knee.what],
      ['level', 'level', ({ level }) => level],
      ['round', 'round', ({ round }) => round],
      ['p99_ms', 'p99, ms', ({ p99_ms }) => p99_ms],
      ['verdict', 'verdict', ({ verdict }) => verdict],
    ]),
    panels: knees.map((knee) => panelOf(knee, nameOf(knee.contestant))),
    notes: ['Filled circles passed, rings failed, crosses were void. The broken line is the limit of p99.'],
  };
}

function panelOf({ trials, what, limit_ms, ...knee }: Knee, name: string): Panel {
  const points = trials.flatMap(({ level, p99_ms, verdict }) =>
    p99_ms === null ? [] : [{ level, ms: drawn(p99_ms), verdict }],
  );
  const lost = trials.filter(({ p99_ms }) => p99_ms === null).map(({ level }) => level);
  const of = (verdict: string) => points.filter((point) => point.verdict === verdict);
  const all = [limit_ms, ...points.map(({ ms }) => ms)];
  const marks = [
    bottomAxis(4, what),
    ruleY([limit_ms], { strokeDasharray: '5 3' }),
    text([limit_ms], {
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
    text(lost, { x: (x: number) => x, frameAnchor: 'top', text: () => 'lost', fill: 'var(--bad)', dy: 2 }),
  ];
  if (knee.knee !== null) {
    const found = kneeNumber(knee);
    marks.push(
      ruleX([knee.knee], { stroke: 'var(--series-1)', strokeOpacity: 0.7 }),
      text([knee.knee], {
        x: (x: number) => x,
        frameAnchor: 'top',
        dy: -12,
        text: () => found,
        fontWeight: 600,
      }),
    );
  }
  return {
    title: `${name}, ${what}`,
    label: `${name}, ${what}`,
    size: 'small',
    plot: () =>
      upright({
        height: 220,
        top: 34,
        bottom: 38,
        y: { low: Math.min(...all) / 1.3, high: Math.max(...all) * 1.3, log: true, label: 'p99, ms' },
        x: { domain: [0, Math.max(1, ...trials.map(({ level }) => level)) * 1.05] },
        marks,
      }),
  };
}
