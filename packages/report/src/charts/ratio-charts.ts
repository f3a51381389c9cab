import type { FigureTable, Floor, Summary } from '@meteor-vs-mean/measure/results';
import type { Ratios } from '@meteor-vs-mean/stats';
import { type Chart, dataOf, type Of, type Panel, slug, wide } from '../chart.ts';
import { loadTitle, nameOf } from '../contestant.ts';
import { captionOf, floorTimes } from '../figure-floor.ts';
import { intervalText, labelOf } from '../judgement.ts';
import { range, times } from '../numbers.ts';
import { type RatioLine, ratiosPlot, ratiosSpan } from './ratios.ts';

const legend =
  'A ring is the ratio of one pair, the vertical bar their mean, the horizontal bar its 95 % interval';

const interval: readonly Of<RatioLine>[] = [
  ['interval_low', '95 % from', ({ interval }) => interval?.low],
  ['interval_high', '95 % to', ({ interval }) => interval?.high],
];
const published: Of<RatioLine> = ['published', 'published', (line) => line.published];

function eachPair(lines: readonly RatioLine[]): Of<RatioLine>[] {
  const most = Math.max(0, ...lines.map(({ each }) => each.length));
  return Array.from({ length: most }, (_, pair) => [
    `pair_${pair + 1}`,
    `pair ${pair + 1}`,
    ({ each }) => each[pair],
  ]);
}

/** `1.50 (95 %: 1.44 to 1.54)`, or how far the pairs lie apart. */
function wordsOf({ mean, interval, each }: RatioLine): string {
  if (mean === null) return each.length > 0 ? 'no mean, as a pair is beyond the drain' : 'not measured here';
  const spread = each.length > 1 ? `pairs from ${range(Math.min(...each), Math.max(...each))}` : undefined;
  const certain = intervalText({ interval }) ?? spread;
  return `${times(mean)}${certain === undefined ? '' : ` (${certain})`}`;
}

/** @param label at the left: a figure, or a comparison */
export function ratioLine(
  label: string,
  { each, mean, interval, beyond }: Ratios,
  floor: number | undefined,
): RatioLine {
  return { label, each, mean: beyond > 0 ? null : mean, interval, floor };
}

/** A line a figure of one comparison, in the order of the results. */
export function figureLines(figures: Record<string, Ratios>, floor: Floor | null): RatioLine[] {
  return Object.entries(figures).map(([name, ratios]) =>
    ratioLine(labelOf(name), ratios, floor?.figures[name]),
  );
}

/**
 * Ratios within pairs: a dot a pair, so that one sees the spread, the mean with its interval, and behind them the
 * noise floor. None without a pair.
 */
export function pairsChart(
  id: string,
  title: string,
  lines: readonly RatioLine[],
  sides: { a: string; b: string },
): Chart[] {
  const shown = lines.filter(({ each }) => each.length > 0);
  if (shown.length === 0) return [];
  const hasFloor = shown.some(({ floor }) => floor !== undefined);
  const noInterval = shown.every((line) => line.interval === null);
  return [
    {
      id,
      title,
      description: `One line for each figure, a ring for the ratio of each pair, a thick vertical bar for their mean. ${shown
        .map((line) => `${line.label} ${wordsOf(line)}`)
        .join('; ')}.`,
      ...dataOf(shown, [
        ['figure', 'figure', ({ label }) => label],
        ['mean', 'mean', ({ mean }) => mean],
        ...interval,
        ['noise_floor', 'noise floor, times', ({ floor }) => floor],
        ...eachPair(shown),
      ]),
      panels: wide(title, (width) => ratiosPlot(shown, `${sides.a} / ${sides.b}`, width, { shorten })),
      notes: [
        `Right of 1: ${sides.a} has more. ${legend}${noInterval ? ' (none here: fewer than six pairs)' : ''}` +
          `${hasFloor ? '; the grey band is the noise floor' : ''}.`,
      ],
    },
  ];
}

/** A phone has room for few letters. */
function shorten(label: string): string {
  return label
    .replace(' documents held', ' docs')
    .replace('CPU per 1,000 deliveries', 'CPU')
    .replace(/ a client,/, ',');
}

/** A ratio of a table: of one contestant at one load. */
interface Point extends RatioLine {
  load: string;
  contestant: string;
}

/** Ratios here against the published ones: a picture a load, or a contestant, whichever are fewer. None without ratios. */
export function ratiosChart(table: FigureTable, summary: Summary): Chart[] {
  if (table.baseline === null) return [];
  const points = pointsOf(table, summary);
  if (points.length === 0) return [];
  const baseline = nameOf(table.baseline, summary);
  const title = `${captionOf(summary, table)}: ratios over ${baseline}`;
  const hasFloor = points.some(({ floor }) => floor !== undefined);
  const said = points.map(
    (one) =>
      `${one.load}, ${one.contestant}: ${wordsOf(one)}${one.published == null ? '' : `, published ${times(one.published)}`}`,
  );
  return [
    {
      id: `ratios-${slug(table.key)}`,
      title,
      description: `One line a ratio over ${baseline}, on a log scale. ${said.join('; ')}.`,
      ...dataOf(points, [
        ['load', 'load', ({ load }) => load],
        ['contestant', 'contestant', ({ contestant }) => contestant],
        ['here', 'here', ({ mean }) => mean],
        ...interval,
        published,
        ...eachPair(points),
      ]),
      panels: panelsOf(points, title, baseline),
      notes: [
        `Right of 1: more than ${baseline}, so ${table.better === 'more' ? 'better' : 'worse'}. ${legend}; a diamond is the published ratio` +
          `${hasFloor ? '; the grey band is the noise floor of its load' : ''}.`,
      ],
    },
  ];
}

function pointsOf(table: FigureTable, summary: Summary): Point[] {
  return table.cells.flatMap(({ row, column, ratio, publishedRatio }): Point[] => {
    if (column === table.baseline) return [];
    const measured = ratio !== null && ratio.each.length > 0 ? ratio : null;
    if (!measured && publishedRatio === null) return [];
    return [
      {
        load: loadTitle(row, summary),
        contestant: nameOf(column, summary),
        label: '',
        each: measured?.each ?? [],
        mean: measured && measured.beyond === 0 ? measured.mean : null,
        interval: measured?.interval ?? null,
        published: publishedRatio,
        // Noise without a bound has no band.
        floor: measured && !table.unbounded.includes(row) ? floorTimes(table, row) : undefined,
      },
    ];
  });
}

function panelsOf(points: readonly Point[], title: string, baseline: string): Panel[] {
  const [loads, contestants] = (['load', 'contestant'] as const).map(
    (of) => new Set(points.map((one) => one[of])).size,
  ) as [number, number];
  const [by, along] =
    loads <= contestants ? (['load', 'contestant'] as const) : (['contestant', 'load'] as const);
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
export function claimsChart({ claims }: Pick<Summary, 'claims'>): Chart[] {
  const shown = claims.filter(({ published, here }) => published.ratio !== null || here.ratio !== null);
  if (shown.length === 0) return [];
  const title = 'Ratios here against published ones';
  const lines = shown.map(({ what, published, here, factor }) => ({
    label: what,
    each: [],
    mean: here.ratio,
    interval: here.interval,
    published: published.ratio,
    factor,
  }));
  const said = lines.map((line) => {
    const there = line.published === null ? 'no ratio' : times(line.published);
    return `${line.label}: published ${there}, here ${wordsOf(line)}`;
  });
  return [
    {
      id: 'claims',
      title,
      description: `One line a claim, on a log scale. ${said.join('; ')}.`,
      ...dataOf(lines, [
        ['claim', 'claim', ({ label }) => label],
        published,
        ['here', 'here', ({ mean }) => mean],
        ...interval,
        ['here_over_published', 'here / published', ({ factor }) => factor],
      ]),
      panels: wide(title, (width) => ratiosPlot(lines, 'ratio', width)),
      notes: [
        'The vertical bar is the ratio here, the horizontal bar its 95 % interval, the diamond the published ratio.',
      ],
    },
  ];
}
