import { type Changes, warningTexts } from './changes.ts';
import type { Chart } from './chart.ts';
import { percentilesChart } from './charts/percentiles.ts';
import { startsChart } from './charts/starts.ts';
import {
  type Block,
  type Cell,
  cell,
  type Note,
  type Report,
  type Section,
  type Table,
  text,
} from './document.ts';
import { figureLabel, figureUnit } from './figures.ts';
import { sharedCore } from './frame.ts';
import { floorSentence, floorShare } from './judgement.ts';
import { count, list, moment, range, short, times } from './numbers.ts';
import { isDelivery } from './rounds-table.ts';
import { isToyRun, titleWith, toySentence } from './toy.ts';
import { type Match, type MatchFigure, mergedOf, type Side, type TwoRuns } from './two-runs.ts';

/** Two runs side by side, as a report. @param drawn false leaves the charts out, for a terminal */
export function twoRunsReport(runs: TwoRuns): Report {
  const { a, b, changes, matches } = runs;
  return {
    title: titleWith('What changed from A to B', { toy: isToy(runs) }),
    subtitle: `A: ${a.manifest.id}, ${moment(a.manifest.started)}. B: ${b.manifest.id}, ${moment(b.manifest.started)}.`,
    verdict: verdictOf(runs),
    notes: notesOf(runs),
    sections: [
      { id: 'changed', title: 'What differs between the runs', blocks: changedBlocks(changes) },
      ...matches.map((match, index): Section => sectionOf(runs, match, index)),
      {
        id: 'again',
        title: 'Run them again',
        blocks: [
          text('A'),
          { kind: 'command', text: a.manifest.command },
          text('B'),
          { kind: 'command', text: b.manifest.command },
        ],
      },
    ],
  };
}

/** What a terminal shows of it. */
export function twoRunsBlocks(report: Report): Block[] {
  return [
    text(`${report.title}\n${report.subtitle}`),
    ...report.sections.filter(({ id }) => id !== 'again').flatMap(({ blocks }) => blocks),
    ...report.notes.map(({ text, tone }): Block => ({ kind: 'text', text, ...(tone ? { tone } : {}) })),
    ...report.verdict.map((sentence) => text(sentence)),
  ];
}

function changedBlocks({ facts }: Changes): Block[] {
  if (facts.length === 0) return [text('Nothing that the manifests know of: the same run, made twice.')];
  return [{ kind: 'facts', facts }];
}

function sectionOf(runs: TwoRuns, match: Match, index: number): Section {
  const { a, b } = runs;
  const id = `match-${index + 1}`;
  const blocks: Block[] = [tableOf(runs, match)];
  const curves = (['A', 'B'] as const).flatMap((name) => {
    const results = name === 'A' ? a : b;
    const latencies = mergedOf(results, match);
    if (!latencies) return [];
    const mine = results.rounds
      .filter(isDelivery)
      .filter(
        ({ key, scenario, verdict }) =>
          key === match.key && scenario === match.scenario && verdict === 'valid',
      );
    const sum = (of: 'lost' | 'stored') => mine.reduce((total, round) => total + round[of], 0);
    return [{ name, latencies, lost: sum('lost'), writes: sum('stored') }];
  });
  const charts: Chart[] = [
    ...(curves.length > 0
      ? [percentilesChart(`${id}-percentiles`, `${match.title}, ${match.scenario}`, curves)]
      : []),
    ...startsChart(`${id}-starts`, match),
  ];
  return {
    id,
    title: `${match.title}, ${match.scenario}`,
    blocks: [...blocks, ...charts.map((chart): Block => ({ kind: 'chart', chart }))],
  };
}

function tableOf({ floor, b }: TwoRuns, match: Match): Table {
  const method = match.figures.find(({ ratio }) => ratio?.interval)?.ratio?.interval?.method;
  return {
    kind: 'table',
    caption: `${match.title}, ${match.scenario}`,
    head: [cell(`${match.title}, ${match.scenario}`), cell('A'), cell('B'), { text: 'ratio', sub: 'B / A' }],
    rows: match.figures.map((one) => ({
      label: one.figure.label,
      cells: [sideCell(one, one.a), sideCell(one, one.b), ratioCell(one)],
    })),
    notes: [
      {
        text:
          'A and B: median of the starts, and their range. The ratio is the median of all ratios of a start of B to one of A' +
          `${method ? `; 95 % interval: ${method}` : ', and behind it the range of those: fewer than six starts a side carry no interval'}. ` +
          'They are no pairs: whatever the machine did otherwise that day is in it.',
      },
      {
        text: floorSentence(
          { floor, experiment: b.summary.experiment === 'control' ? 'quick' : b.summary.experiment },
          match.figures.map(({ figure }) => figure.name),
        ),
        tone: 'faint',
      },
    ],
  };
}

function sideCell({ figure: { scale, unit } }: MatchFigure, { median, values, beyond }: Side): Cell {
  if (median === undefined) return cell('-');
  const named = (value: number) => short(value * scale);
  if (median === null)
    return {
      text: 'beyond the drain',
      sub: `in ${beyond} of ${count(beyond + values.length, 'start')}`,
      tone: 'bad',
    };
  const text = `${named(median)}${unit === '' ? '' : ` ${unit}`}`;
  const sub =
    values.length === 1
      ? '1 start'
      : `${named(Math.min(...values))} to ${named(Math.max(...values))}, ${count(values.length, 'start')}`;
  return { text, sub };
}

function ratioCell({ ratio, judgement, a, b }: MatchFigure): Cell {
  if (!ratio) return cell(a.beyond + b.beyond > 0 ? 'no ratio' : '-');
  const { interval, low, high } = ratio;
  return {
    text: times(ratio.ratio),
    sub: interval ? `95 %: ${range(interval.low, interval.high)}` : range(low, high),
    ...(judgement.seen === 'none' ? { remark: 'no difference seen', tone: 'faint' } : {}),
  };
}

/** Of each contestant: p50 and CPU, or heap a client. What didn't change comes last, as the machine's own doing. */
/** Whether one of them is: then nothing can be said of both. */
function isToy({ a, b }: TwoRuns): boolean {
  return [a, b].some(({ manifest }) => isToyRun(manifest));
}

function verdictOf(runs: TwoRuns): string[] {
  if (isToy(runs)) return [toySentence.replace('This is', 'One of them is')];
  const { matches, floor, changes, a, b } = runs;
  if (matches.length === 0)
    return ['The two runs have no contestant in common, so there is nothing to compare.'];
  const sentences = matches
    .filter(({ figures }) => figures.length > 0)
    .toSorted((one, other) => Number(one.unchanged) - Number(other.unchanged))
    .slice(0, 4)
    .map((match) => sentenceOf(match, changes.stacks.size > 0));
  if (sentences.length === 0) return ['One of the two runs has no valid round, so nothing can be said.'];
  const share = floor?.figures.p50_ms;
  const noise =
    share === undefined
      ? 'No A/A run says how small a difference could be noise.'
      : `The noise floor of p50 is ±${floorShare(share)}, within one run.`;
  const few = [a, b].some(({ summary }) => !summary.enough);
  return [
    ...(few ? ['Too few rounds of one of them are valid, so this is a hint and no result.'] : []),
    ...sentences,
    noise,
  ];
}

function sentenceOf(match: Match, somethingChanged: boolean): string {
  const shown = match.figures.filter(
    ({ figure: { name } }) =>
      ['p50_ms', 'appCpu_ms_per_1000'].includes(name) || name.startsWith('heap_bytes'),
  );
  const parts = shown.map(({ figure, ratio, judgement, a, b }) => {
    const label = figureLabel(figure.name);
    if (!ratio) return `${label} can't be compared`;
    const [from, to] = [a, b].map(({ median }) => short((median ?? 0) * figure.scale));
    if (judgement.seen === 'none') {
      return `${label} shows no difference (${times(ratio.ratio)} times: ${judgement.because})`;
    }
    const certain = ratio.interval
      ? `95 % interval ${range(ratio.interval.low, ratio.interval.high)}`
      : `no interval: ${a.values.length} and ${b.values.length} starts, ${range(ratio.low, ratio.high)}`;
    const unit = figureUnit(figure.name).replace('bytes', figure.unit);
    return `${label} is ${times(ratio.ratio)} times what it was (${from} to ${to} ${unit}; ${certain})`;
  });
  const what =
    match.unchanged && somethingChanged ? `${match.title} (unchanged between the runs)` : match.title;
  return `${what}, ${match.scenario}: ${list(parts)}.`;
}

function notesOf({ changes, a, b, unmatched }: TwoRuns): Note[] {
  const stacks = { ...a.summary.stacks, ...b.summary.stacks };
  const titles = Object.fromEntries(Object.entries(stacks).map(([name, { title }]) => [name, title]));
  const shared = [a, b].map(({ summary }) => sharedCore(summary.machine)).find((one) => one !== null);
  return [
    ...warningTexts(changes, titles).map((text): Note => ({ text, tone: 'warning' })),
    ...[a, b].flatMap(({ manifest: { ended, id } }): Note[] =>
      ended === 'complete' ? [] : [{ text: `${id} ended early: ${ended.failed}.`, tone: 'bad' }],
    ),
    ...unmatched.map(
      ({ key, scenario, only }): Note => ({
        text: `${key}, ${scenario}: only ${only} has it.`,
        tone: 'warning',
      }),
    ),
    ...(shared ? [{ text: shared, tone: 'warning' } as const] : []),
  ];
}
