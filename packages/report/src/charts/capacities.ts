import type { Capacity, Trial } from '@meteor-vs-mean/measure/results';
import { dot, ruleX, ruleY, text } from '@observablehq/plot';
import { carriedText } from '../capacities.ts';
import { type Chart, dataOf, hueOf, type Panel } from '../chart.ts';
import { drawn, whole } from '../numbers.ts';
import { bottomAxis, upright } from './axes.ts';

type Drawn = Pick<Trial, 'round' | 'p99_ms' | 'verdict'> & { level: number };

const trialsOf = ({ levels }: Capacity): Drawn[] =>
  levels.flatMap(({ level, trials }) => trials.map((trial) => ({ level, ...trial })));

/** Every round of every search: its level and its p99, against the limit. A panel a search, equal axes for what was raised. */
export function capacitiesChart(
  id: string,
  capacities: readonly Capacity[],
  nameOf: (key: string) => string,
  stackOf: (key: string) => string,
): Chart {
  const trials = capacities.flatMap((one) => trialsOf(one).map((trial) => ({ one, ...trial })));
  return {
    id,
    title: 'The searches for the capacity',
    description: `A mark a round: a filled circle passed, a ring failed, a cross says nothing of the app. ${capacities
      .map((one) => `${nameOf(one.contestant)}, ${one.what}: ${carriedText(one)}`)
      .join('; ')}.`,
    ...dataOf(trials, [
      ['contestant', 'contestant', ({ one }) => nameOf(one.contestant)],
      ['what', 'what was raised', ({ one }) => one.what],
      ['level', 'level', ({ level }) => level],
      ['round', 'round', ({ round }) => round],
      ['p99_ms', 'p99, ms', ({ p99_ms }) => p99_ms],
      ['verdict', 'verdict', ({ verdict }) => verdict],
    ]),
    panels: capacities.map((one) =>
      panelOf(
        one,
        nameOf(one.contestant),
        hueOf(stackOf(one.contestant)),
        capacities.filter(({ what }) => what === one.what),
      ),
    ),
    notes: [
      'Filled circles passed, rings failed, crosses say nothing of the app. The broken line is the limit of p99.',
    ],
  };
}

/** @param peers all searches with the same axes */
function panelOf(capacity: Capacity, name: string, color: string, peers: readonly Capacity[]): Panel {
  const { what, limit_ms, carried } = capacity;
  const points = trialsOf(capacity).flatMap(({ level, p99_ms, verdict }) =>
    p99_ms === null ? [] : [{ level, ms: drawn(p99_ms), verdict }],
  );
  const lost = trialsOf(capacity).flatMap(({ level, p99_ms }) => (p99_ms === null ? [level] : []));
  const of = (...verdicts: string[]) => points.filter(({ verdict }) => verdicts.includes(verdict));
  const all = peers.flatMap(trialsOf);
  const times = [limit_ms, ...all.flatMap(({ p99_ms }) => (p99_ms === null ? [] : [drawn(p99_ms)]))];
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
    dot(of('passed'), { x: 'level', y: 'ms', fill: color, r: 4.5 }),
    dot(of('failed'), { x: 'level', y: 'ms', stroke: color, strokeWidth: 1.75, r: 4.5 }),
    dot(of('void', 'spoiled'), { x: 'level', y: 'ms', symbol: 'times', stroke: color, r: 4 }),
    text(lost, { x: (x: number) => x, frameAnchor: 'top', text: () => 'lost', fill: 'var(--bad)', dy: 2 }),
  ];
  if (carried !== null) {
    marks.push(
      ruleX([carried], { stroke: color, strokeOpacity: 0.7 }),
      text([carried], {
        x: (x: number) => x,
        frameAnchor: 'top',
        dy: -12,
        text: () => carriedText(capacity),
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
        y: { low: Math.min(...times) / 1.3, high: Math.max(...times) * 1.3, log: true, label: 'p99, ms' },
        x: { domain: [0, Math.max(1, ...all.map(({ level }) => level)) * 1.05] },
        marks,
      }),
  };
}
