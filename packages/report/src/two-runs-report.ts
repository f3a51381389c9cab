import { type CompareFolder, floorIn } from '@meteor-vs-mean/measure/results';
import { type Change, changeOf, type Ratios } from '@meteor-vs-mean/stats';
import { type Changes, warningTexts } from './changes.ts';
import { curveOf, percentilesChart } from './charts/percentiles.ts';
import { costText } from './cost.ts';
import {
  type Block,
  type Cell,
  cell,
  type Note,
  type Report,
  type Section,
  type Table,
  tableWith,
  text,
} from './document.ts';
import { floorSentence, floorShare, ownFloor, seenCell } from './judgement.ts';
import { sharedCore } from './notes.ts';
import { bare, count, list, moment, range, show, times } from './numbers.ts';
import { chartBlock, section } from './report.ts';
import { type NamedRun, sharedTable, sideBySideReport } from './side-by-side.ts';
import type { Match, MatchFigure, Side, TwoRuns } from './two-runs.ts';

/** Two runs side by side, as a report. */
export function twoRunsReport(runs: TwoRuns): Report {
  const { a, b, changes, matches } = runs;
  return sideBySideReport(named(a, b), {
    title: 'What changed from A to B',
    subtitle: `A: ${a.manifest.id}, ${moment(a.manifest.started)}. B: ${b.manifest.id}, ${moment(b.manifest.started)}.`,
    verdict: verdictOf(runs),
    notes: notesOf(runs),
    sections: [
      section('changed', 'What differs between the runs', changedBlocks(changes)),
      ...ratioSections(runs),
      ...matches.map((match, index): Section => sectionOf(runs, match, index)),
    ],
  });
}

function changedBlocks({ facts }: Changes): Block[] {
  if (facts.length === 0) return [text('Nothing that the manifests know of: the same run, made twice.')];
  return [{ kind: 'facts', facts }];
}

/** Each run's own ratios are of pairs that are minutes apart: a machine that differed on another day is in both sides. */
function ratioSections({ ratios, a, b }: TwoRuns): Section[] {
  if (ratios.length === 0) return [];
  const last = {
    head: { text: 'change', sub: 'B / A' },
    of: (both: readonly Ratios[]) => changeCell(changeIn(both)),
  };
  const tables = ratios.map((one) => sharedTable(named(a, b), one, last));
  const method = changesIn(ratios)[0]?.interval.method;
  const notes = method ? [text(`95 % interval of a change: ${method}.`, 'faint')] : [];
  return [section('ratios', 'The ratios of each run', [...tables, text(ownFloor, 'faint'), ...notes])];
}

const named = (a: CompareFolder, b: CompareFolder): NamedRun[] => [
  { letter: 'A', results: a },
  { letter: 'B', results: b },
];

/** Of the ratios of A and B; undefined if one has no interval. */
function changeIn([before, after]: readonly Ratios[]): Change | undefined {
  return before && after && changeOf(before, after);
}

function changesIn(ratios: TwoRuns['ratios']): Change[] {
  return ratios.flatMap(({ figures }) => figures.flatMap(({ ratios }) => changeIn(ratios) ?? []));
}

function changeCell(change: Change | undefined): Cell {
  if (!change) return cell('-');
  const { ratio, interval } = change;
  const found = { text: times(ratio), sub: `95 %: ${range(interval.low, interval.high)}` };
  return isNone(change) ? { ...found, remark: 'no difference seen', tone: 'faint' } : found;
}

const isNone = ({ interval: { low, high } }: Change): boolean => low <= 1 && high >= 1;

/** Whether the comparison came out the same; empty without ratios that have intervals. */
function againSentence({ ratios }: TwoRuns): string[] {
  const changes = changesIn(ratios);
  if (changes.length === 0) return [];
  const same = changes.filter(isNone).length;
  return [
    `Of ${count(changes.length, 'ratio')} that both runs have with an interval, ${same} show no difference: the interval of the change from A to B holds 1.`,
  ];
}

function sectionOf(runs: TwoRuns, match: Match, index: number): Section {
  const id = `match-${index + 1}`;
  const title = `${match.title}, ${match.load}`;
  const curves = [curveOf(runs.a, match, 'A'), curveOf(runs.b, match, 'B')].filter((one) => one !== null);
  const charts = [...(curves.length > 0 ? [percentilesChart(`${id}-percentiles`, title, curves)] : [])];
  return section(id, title, [tableOf(runs, match), ...charts.map(chartBlock)]);
}

function tableOf({ floor, b }: TwoRuns, match: Match): Table {
  const method = match.figures.find(({ ratio }) => ratio?.method)?.ratio?.method;
  return tableWith(
    `${match.title}, ${match.load}`,
    [`${match.title}, ${match.load}`, 'A', 'B', { text: 'ratio', sub: 'B / A' }],
    match.figures.map((one) => ({
      label: one.figure.row,
      under: one.figure.under ?? false,
      cells: [sideCell(one, one.a), sideCell(one, one.b), startsCell(one, floor)],
    })),
    [
      {
        text:
          'A and B: median of the starts, and their range. The ratio is the median of all ratios of a start of B to one of A' +
          `${method ? `; 95 % interval: ${method}` : ', and behind it the range of those: fewer than six starts a side carry no interval'}. ` +
          'They are no pairs: whatever the machine did otherwise that day is in it.',
      },
      {
        text: floorSentence(
          floor,
          b.summary.experiment === 'control' ? 'quick' : b.summary.experiment,
          match.figures.map(({ figure }) => figure.name),
        ),
        tone: 'faint',
      },
    ],
  );
}

function sideCell({ figure: { shown } }: MatchFigure, { median, values, beyond, untold }: Side): Cell {
  if (untold) return cell(costText(untold, shown), 'faint');
  const text = show(median, shown);
  if (median === undefined) return { text };
  if (median === null) {
    return { text, sub: `in ${beyond} of ${count(beyond + values.length, 'start')}`, tone: 'bad' };
  }
  if (values.length === 1) return { text, sub: '1 start' };
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => bare(value, shown));
  return { text, sub: `${low} to ${high}, ${count(values.length, 'start')}` };
}

function startsCell({ figure, ratio, a, b }: MatchFigure, floor: TwoRuns['floor']): Cell {
  const isKnown = [a, b].every(({ beyond, untold }) => beyond === 0 && !untold);
  if (!ratio) return cell(isKnown ? '-' : 'no ratio');
  return seenCell(ratio, floorIn(floor, figure.name));
}

/** Of each contestant: p50 and CPU, or heap per client. What didn't change comes last, as the machine's own doing. */
function verdictOf(runs: TwoRuns): string[] {
  const { matches, floor, changes, a, b } = runs;
  if (matches.length === 0)
    return ['The two runs have no contestant in common, so there is nothing to compare.'];
  const isSame = changes.stacks.size === 0;
  const sentences = matches
    .filter(({ figures }) => figures.length > 0)
    .toSorted((one, other) => Number(one.unchanged) - Number(other.unchanged))
    .slice(0, 4)
    .map((match) => sentenceOf(match, !isSame));
  if (sentences.length === 0) return ['One of the two runs has no valid round, so nothing can be said.'];
  const share = floor?.figures.p50_ms;
  const noise =
    share === undefined
      ? 'No A/A run says how small a difference could be noise.'
      : `The noise floor of p50 is ±${floorShare(share)}, within one run.`;
  const few = [a, b].some(({ summary }) => !summary.enough);
  return [
    ...(isSame ? [sameSentence(changes)] : []),
    ...(few ? ['Too few rounds of one of them are valid, so this is a hint and no result.'] : []),
    ...sentences,
    ...againSentence(runs),
    noise,
  ];
}

/** Without it, what the machine did otherwise reads as what an upgrade brought. */
function sameSentence({ warnings }: Changes): string {
  const besides = warnings.length > 0 ? `, or of ${list(warnings)}` : '';
  return `No stack differs between the runs: what differs below is the doing of the machine${besides}.`;
}

function sentenceOf(match: Match, somethingChanged: boolean): string {
  const chief = match.figures.filter(({ figure }) => figure.chief);
  const parts = chief.map(({ figure: { label, shown }, ratio, judgement, a, b }) => {
    if (!ratio) return `${label} can't be compared`;
    const { mean, low, high, interval } = ratio;
    if (judgement.seen === 'none') {
      return `${label} shows no difference (${times(mean)} times: ${judgement.because})`;
    }
    const certain = interval
      ? `95 % interval ${range(interval.low, interval.high)}`
      : `no interval: ${a.values.length} and ${b.values.length} starts, ${range(low, high)}`;
    const change = `${bare(a.median ?? 0, shown)} to ${bare(b.median ?? 0, shown)} ${shown.unit}`;
    return `${label} is ${times(mean)} times what it was (${change}; ${certain})`;
  });
  const what =
    match.unchanged && somethingChanged ? `${match.title} (unchanged between the runs)` : match.title;
  return `${what}, ${match.load}: ${list(parts)}.`;
}

function notesOf({ changes, a, b, unmatched }: TwoRuns): Note[] {
  const stacks = { ...a.summary.stacks, ...b.summary.stacks };
  const titles = Object.fromEntries(Object.entries(stacks).map(([name, { title }]) => [name, title]));
  const shared = [a, b].map(({ summary }) => sharedCore(summary.machine)).find((one) => one !== null);
  return [
    ...warningTexts(changes, titles).map((text): Note => ({ text, tone: 'warning' })),
    ...unmatched.map(
      ({ key, load, only }): Note => ({
        text: `${key}, ${load}: only ${only} has it.`,
        tone: 'warning',
      }),
    ),
    ...(shared ? [{ text: shared, tone: 'warning' } as const] : []),
  ];
}
