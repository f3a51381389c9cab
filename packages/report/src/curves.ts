import { type CompareSummary, type Curve, growthFigure, type Level } from '@meteor-vs-mean/measure/results';
import { bareName, settingsOf } from './contestant.ts';
import { type Cell, cell, type Note, rowOf, type Table, tableWith } from './document.ts';
import { bare, list, milliseconds, show, whole } from './numbers.ts';

/** In a curve each subscriber of every contestant has a list of its own: the name needn't say it. */
export function curveName(curve: Curve, { stacks }: Pick<CompareSummary, 'stacks'>): string {
  return bareName({ ...curve, key: curve.contestant }, stacks);
}

/** Every level of every curve, the slopes, and what they are slopes of. */
export function curvesTables(summary: CompareSummary): Table[] {
  const { curves } = summary;
  if (curves.length === 0) return [];
  return [levelsTable(summary), growthTable(summary)];
}

function levelsTable(summary: CompareSummary): Table {
  const { curves } = summary;
  const rates = [...new Set(curves.map(({ rate_per_s }) => whole(rate_per_s)))];
  return tableWith(
    `What a write costs, by distinct live queries, at ${list(rates)} writes a second in all`,
    ['live queries', 'contestant', 'CPU per write', 'p50', 'p99', 'rounds', 'held'],
    [...new Set(curves.flatMap(({ levels }) => levels.map(({ level }) => level)))]
      .sort((a, b) => a - b)
      .flatMap((queries) =>
        curves.flatMap((curve) => {
          const level = curve.levels.find((one) => one.level === queries);
          return level ? [rowOf(whole(queries), [curveName(curve, summary), ...levelCells(level)])] : [];
        }),
      ),
    [
      {
        text:
          'Each live query is a list with one subscriber, and writes go to the lists in turn: a write is one delivery ' +
          'at each level, and connections grow with the queries.',
        tone: 'faint',
      },
      ...curves.flatMap((curve) => readingNotes(curve, summary)),
      heldNote(curves),
      ...curves.map((curve): Note => ({ text: settingsText(curve, summary), tone: 'faint' })),
    ],
  );
}

/** `Meteor: oplog, ddp-sockjs; server transport sockjs; driver OplogObserveDriver; permessage-deflate.` */
function settingsText(curve: Curve, summary: CompareSummary): string {
  const { contestant, variant, drivers, extensions } = curve;
  const settings = [
    settingsOf({ ...curve, key: contestant }),
    ...(variant.serverTransport ? [`server transport ${variant.serverTransport}`] : []),
    ...(drivers.length > 0 ? [`driver ${list(drivers)}`] : []),
    list(extensions),
  ];
  return `${curveName(curve, summary)}: ${settings.join('; ')}.`;
}

/** Why a level was not held, or isn't known to be. */
function readingNotes(curve: Curve, summary: CompareSummary): Note[] {
  return curve.levels.flatMap(({ level, verdict, reading, rounds }): Note[] => {
    const at = `${curveName(curve, summary)} at ${whole(level)}`;
    if (reading !== null) {
      return [
        { text: `${at}, ${heldTexts[verdict]}: ${reading}.`, tone: verdict === 'failed' ? 'bad' : 'warning' },
      ];
    }
    if (rounds.counted > 0) return [];
    return [{ text: `${at} held in void rounds alone, which are only slower than others.`, tone: 'warning' }];
  });
}

function heldNote(curves: readonly Curve[]): Note {
  const limits = [...new Set(curves.map(({ limit_ms }) => `${whole(limit_ms)} ms`))];
  return {
    text:
      `A level is held if p99 stays under ${list(limits)} and no delivery is lost; of rounds that differ the majority ` +
      'decides, two at least. A contestant that fails is measured at no higher level. What only generator or machine spoiled says ' +
      'nothing of the app.',
    tone: 'faint',
  };
}

function levelCells({ verdict, rounds, ...level }: Level): Cell[] {
  const { cpu_ms_per_write, p50_ms, p99_ms } = level;
  const isRead = rounds.counted > 0;
  const late = (value: number | null) =>
    cell(milliseconds(isRead ? value : undefined), isRead && value === null ? 'bad' : undefined);
  return [
    cell(milliseconds(cpu_ms_per_write ?? undefined)),
    late(p50_ms),
    late(p99_ms),
    cell(`${rounds.counted} of ${rounds.counted + rounds.void}`, rounds.void > 0 ? 'warning' : undefined),
    cell(heldTexts[verdict], verdict === 'passed' ? undefined : verdict === 'failed' ? 'bad' : 'warning'),
  ];
}

const heldTexts: Record<Level['verdict'], string> = {
  passed: 'yes',
  failed: 'failed',
  void: 'not known: generator',
  spoiled: 'not known: machine',
  undecided: 'not decided',
};

function growthTable(summary: CompareSummary): Table {
  const { curves } = summary;
  return tableWith(
    growthFigure.label,
    ['contestant', 'for each query', 'with no query', 'points', 'held to'],
    curves.map((curve) =>
      rowOf(curveName(curve, summary), [
        growthCell(curve),
        cell(curve.growth ? milliseconds(curve.growth.intercept / 1000) : '-'),
        cell(curve.growth ? `${curve.growth.points} at ${curve.growth.levels} levels` : '-'),
        cell(heldTo(curve) === undefined ? 'none' : whole(heldTo(curve) as number)),
      ]),
    ),
    [
      {
        text:
          'The slope of a line through the CPU per write of every round that counts at the levels that were held; each is a ' +
          'start of its own. Least squares, weighted by 1 over the square of the cost. The interval is the wider of two: by ' +
          'rounds and by the levels’ means. Connections grow with the queries, so what a connection costs is in it.',
        tone: 'faint',
      },
      ...curves.flatMap((curve): Note[] =>
        curve.growth?.straight === false
          ? [
              {
                text: `${curveName(curve, summary)}: the points bend away from a line; the table of levels says how.`,
                tone: 'warning',
              },
            ]
          : [],
      ),
    ],
  );
}

/** Whether more queries are seen to cost more; an interval that holds 0 doesn't show it. */
export function isSeen({ growth }: Curve): boolean {
  return growth !== null && growth.slope > 0 && (growth.low === null || growth.low > 0);
}

function growthCell(curve: Curve): Cell {
  const { growth } = curve;
  if (!growth) return cell('-');
  const text = growthText(curve);
  const interval = intervalOf(curve);
  const found = interval === null ? { text } : { text, sub: `95 %: ${interval}` };
  if (growth.low === null) return { ...found, remark: 'two levels: no interval', tone: 'warning' };
  if (!isSeen(curve)) return { ...found, remark: 'no growth seen', tone: 'faint' };
  return growth.straight ? found : { ...found, remark: 'no line', tone: 'warning' };
}

/** `24.1 µs`; a dash without a line. */
export function growthText({ growth }: Pick<Curve, 'growth'>): string {
  return show(growth?.slope, growthFigure.shown).replace(/^-(?=0\.0 )/, '');
}

/** `23.9 to 24.4`; null without one. */
export function intervalOf({ growth }: Curve): string | null {
  if (!growth || growth.low === null || growth.high === null) return null;
  return `${bare(growth.low, growthFigure.shown)} to ${bare(growth.high, growthFigure.shown)}`;
}

/** The most queries that it held. */
export function heldTo({ levels }: Pick<Curve, 'levels'>): number | undefined {
  return levels.findLast(({ verdict }) => verdict === 'passed')?.level;
}

/** One sentence a curve: how its cost grows, how far it came, and by which reading it ended. */
export function curveSentences(summary: CompareSummary): string[] {
  return summary.curves.map((curve) => {
    const name = curveName(curve, summary);
    const to = heldTo(curve);
    if (to === undefined) {
      return `${name} is not known to hold any level: ${curve.levels.at(-1)?.reading ?? 'none was measured'}.`;
    }
    return `${growthSentence(name, curve)}; ${endSentence(curve, to)}.`;
  });
}

function growthSentence(name: string, curve: Curve): string {
  const { growth, levels } = curve;
  const read = levels.filter(({ verdict, rounds }) => verdict === 'passed' && rounds.counted > 0);
  const [first, last] = [read.at(0), read.at(-1)];
  if (!growth || !first || !last) return `${name} has rounds at too few levels for a line`;
  const interval = intervalOf(curve);
  const known = interval === null ? 'no interval' : `95 %: ${interval}`;
  const costs = [first, last].map(
    ({ cpu_ms_per_write, level }) => `${milliseconds(cpu_ms_per_write ?? undefined)} at ${whole(level)}`,
  );
  if (!isSeen(curve)) {
    return `With ${name} no growth of CPU per write is seen up to ${whole(last.level)} live queries (${growthText(curve)} for each, ${known})`;
  }
  if (!growth.straight) return `${name} needs ${costs.join(', ')} live queries for a write, along no line`;
  return `${name} needs ${growthText(curve)} more CPU for a write with each live query (${known}), from ${costs.join(' to ')}`;
}

/** @param to the most queries that it held */
function endSentence({ limitedBy, failedAt, levels }: Curve, to: number): string {
  if (failedAt) return `it failed at ${whole(failedAt.level)}: ${failedAt.reading}`;
  switch (limitedBy) {
    case 'asked':
      return `it held ${whole(to)}, the most that was requested`;
    case 'generator':
    case 'machine': {
      const last = levels.at(-1);
      return `whether it holds ${whole(last?.level ?? to)} is not known, for ${limitedBy} spoiled that: ${last?.reading ?? ''}`;
    }
    default:
      return `it held ${whole(to)} when the time was over`;
  }
}
