import { type Chart, type Panel, slug, type Value } from '../chart.ts';
import { type RatioLine, ratiosPlot, ratiosSpan } from '../charts/ratios.ts';
import { drawn, range, times } from '../numbers.ts';
import { intervalText } from './claims.ts';
import { captionOf, floorTimes } from './figure.ts';
import type { LabSummary, LabTable } from './results.ts';
import { loadTitle, targetTitle } from './titles.ts';

/** A ratio of a table: of one target under one load. */
interface Point extends RatioLine {
  load: string;
  target: string;
}

const legend =
  'A ring is the ratio of one repeat, the upright bar their mean, the lying bar its 95 % interval; a diamond is the published ratio';

/** Ratios here against the published ones: a picture a load, or a target, whichever are fewer. None without ratios. */
export function ratiosChart(table: LabTable, summary: LabSummary): Chart[] {
  if (table.baseline === null) return [];
  const points = pointsOf(table, summary);
  if (points.length === 0) return [];
  const baseline = targetTitle(summary, table.baseline);
  const title = `${captionOf(summary, table)}: ratios over ${baseline}`;
  const most = Math.max(0, ...points.map(({ each }) => each.length));
  return [
    {
      id: `ratios-${slug(table.key)}`,
      title,
      description: `One line a ratio over ${baseline}, on a log scale. ${points.map(words).join('; ')}.`,
      columns: [
        { key: 'load', label: 'load' },
        { key: 'target', label: 'target' },
        { key: 'here', label: 'here' },
        { key: 'interval_low', label: '95 % from' },
        { key: 'interval_high', label: '95 % to' },
        { key: 'published', label: 'published' },
        ...Array.from({ length: most }, (_, pair) => ({
          key: `pair_${pair + 1}`,
          label: `pair ${pair + 1}`,
        })),
      ],
      rows: points.map(({ load, target, mean, interval, published, each }): Value[] => [
        ...[load, target],
        ...[mean, interval?.low, interval?.high, published].map(number),
        ...Array.from({ length: most }, (_, pair) => number(each[pair])),
      ]),
      panels: panelsOf(points, title, baseline),
      notes: [
        `Right of 1: more than ${baseline}, so ${table.better === 'more' ? 'better' : 'worse'}. ${legend}` +
          `${table.floor === null ? '' : '; the grey band is the noise floor of its load'}.`,
      ],
    },
  ];
}

function pointsOf(table: LabTable, summary: LabSummary): Point[] {
  return table.cells.flatMap(({ row, column, ratio, publishedRatio }): Point[] => {
    if (column === table.baseline) return [];
    const measured = ratio !== null && ratio.each.length > 0 ? ratio : null;
    if (!measured && publishedRatio === null) return [];
    return [
      {
        load: loadTitle(summary, row),
        target: targetTitle(summary, column),
        label: '',
        each: measured?.each ?? [],
        mean: measured?.mean ?? null,
        interval: measured?.interval ?? null,
        published: publishedRatio,
        ...(measured ? { floor: floorTimes(table, row) } : {}),
      },
    ];
  });
}

function words({ load, target, mean, interval, published }: Point): string {
  const certain = interval ? ` (95 % interval ${range(interval.low, interval.high)})` : '';
  return (
    `${load}, ${target}: ${mean === null ? 'not measured here' : `${times(mean)} here${certain}`}` +
    `${published == null ? '' : `, published ${times(published)}`}`
  );
}

function panelsOf(points: readonly Point[], title: string, baseline: string): Panel[] {
  const [loads, targets] = (['load', 'target'] as const).map(
    (of) => new Set(points.map((one) => one[of])).size,
  ) as [number, number];
  const [by, along] = loads <= targets ? (['load', 'target'] as const) : (['target', 'load'] as const);
  const groups = [...Map.groupBy(points, (one) => one[by])];
  const span = ratiosSpan(points);
  return groups.map(([name, mine]): Panel => {
    const lines = mine.map((one) => ({ ...one, label: one[along] }));
    return {
      title: groups.length > 1 ? `${title}: ${name}` : title,
      ...(groups.length > 1 ? { label: name } : {}),
      size: groups.length > 1 ? 'small' : 'wide',
      plot: (width) => ratiosPlot(lines, `over ${baseline}`, width, { span }),
    };
  });
}

/** Every claim that has a ratio: here against published. None if no claim has one. */
export function claimsChart({ claims }: Pick<LabSummary, 'claims'>): Chart[] {
  const shown = claims.filter(({ published, here }) => published.ratio !== null || here.ratio !== null);
  if (shown.length === 0) return [];
  const title = 'Ratios here against published ones';
  const lines = shown.map(
    ({ what, published, here }): RatioLine => ({
      ...{ label: what, each: [], mean: here.ratio, interval: here.interval, published: published.ratio },
    }),
  );
  const said = shown.map(({ what, published, here }) => {
    const certain = intervalText(here);
    const found = here.ratio === null ? 'not measured' : times(here.ratio);
    return `${what}: published ${published.ratio === null ? 'no ratio' : times(published.ratio)}, here ${found}${certain === undefined ? '' : ` (${certain})`}`;
  });
  return [
    {
      id: 'claims',
      title,
      description: `One line a claim, on a log scale. ${said.join('; ')}.`,
      columns: [
        { key: 'claim', label: 'claim' },
        { key: 'published', label: 'published' },
        { key: 'here', label: 'here' },
        { key: 'interval_low', label: '95 % from' },
        { key: 'interval_high', label: '95 % to' },
        { key: 'here_over_published', label: 'here / published' },
      ],
      rows: shown.map(({ what, published, here, factor }): Value[] => [
        what,
        ...[published.ratio, here.ratio, here.interval?.low, here.interval?.high, factor].map(number),
      ]),
      panels: [{ title, size: 'wide', plot: (width) => ratiosPlot(lines, 'ratio', width) }],
      notes: [
        'The upright bar is the ratio here, the lying bar its 95 % interval, the diamond the published ratio.',
      ],
    },
  ];
}

const number = (value: number | null | undefined): Value => (value == null ? null : drawn(value));
