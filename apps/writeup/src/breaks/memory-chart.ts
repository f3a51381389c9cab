import {
  type Chart,
  megabytes,
  type Panel,
  plain,
  styleOf,
  type Value,
} from '@meteor-vs-mean/report/drawing';
import { axisX, axisY, gridY, lineY, type Markish, ruleX, text } from '@observablehq/plot';
import { type SlowClientRun, titles } from './breaks.ts';

/** RSS over time, a panel a stack: the run in which a client stops reading over the one in which none does. */
export function memoryChart(id: string, title: string, runs: readonly SlowClientRun[]): Chart {
  const stacks = [...new Set(runs.map(({ stack }) => stack))];
  const highest = Math.max(...runs.flatMap(({ points }) => points.map(({ rss_bytes }) => rss_bytes)));
  const said = runs.map(
    ({ stack, isFrozen, peak_rss_bytes }) =>
      `${titles[stack] ?? stack}, ${isFrozen ? 'one client stopped' : 'both read'}: at most ${megabytes(peak_rss_bytes)}`,
  );
  return {
    id,
    title,
    description: `RSS of the app over the seconds of the run. ${said.join('; ')}.`,
    columns: [
      { key: 'stack', label: 'stack' },
      { key: 'clients', label: 'clients' },
      { key: 'at_s', label: 's' },
      { key: 'rss_MB', label: 'RSS, MB' },
    ],
    rows: runs.flatMap(({ stack, isFrozen, points }) =>
      points.map(({ at_s, rss_bytes }): Value[] => [
        titles[stack] ?? stack,
        isFrozen ? 'one stopped' : 'both read',
        at_s,
        megabytesOf(rss_bytes),
      ]),
    ),
    panels: stacks.map((stack) =>
      panelOf(
        titles[stack] ?? stack,
        runs.filter((run) => run.stack === stack),
        megabytesOf(highest) * 1.05,
      ),
    ),
    notes: [
      'Solid: one client stopped; dashed: both read. Upright lines: stopped, and given up by the server where it was.',
    ],
  };
}

function panelOf(label: string, runs: readonly SlowClientRun[], most: number): Panel {
  return {
    title: `Memory of the app, ${label}`,
    label,
    size: 'small',
    plot() {
      const moments = runs.flatMap(({ frozen_at_s, cutAfter_s }) => [
        ...(frozen_at_s === null ? [] : [{ at_s: frozen_at_s, words: 'stopped' }]),
        ...(frozen_at_s === null || cutAfter_s === null
          ? []
          : [{ at_s: frozen_at_s + cutAfter_s, words: 'given up' }]),
      ]);
      const marks: Markish[] = [
        gridY({ strokeOpacity: 0.12, ticks: 5 }),
        axisX({ ticks: 5, label: 's', labelArrow: 'none', text: plain }),
        axisY({ ticks: 5, label: 'RSS, MB', labelArrow: 'none', text: plain }),
        ruleX(moments, { x: 'at_s', strokeOpacity: 0.6, strokeDasharray: '2 3' }),
        text(moments, {
          ...{ x: 'at_s', text: 'words', frameAnchor: 'top', textAnchor: 'start' },
          ...{ dx: 3, dy: 2, fontSize: 10 },
        }),
        ...runs.map(({ isFrozen, points }) => {
          const style = styleOf(isFrozen ? 0 : 1);
          return lineY(points, {
            ...{ x: 'at_s', y: ({ rss_bytes }: { rss_bytes: number }) => megabytesOf(rss_bytes) },
            ...{ stroke: style.color, strokeWidth: 1.75 },
            strokeDasharray: isFrozen ? 'none' : '7 4',
          });
        }),
      ];
      return {
        height: 240,
        ...{ marginTop: 20, marginBottom: 36, marginLeft: 48, marginRight: 12 },
        y: { domain: [0, most] },
        marks,
      };
    },
  };
}

function megabytesOf(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
