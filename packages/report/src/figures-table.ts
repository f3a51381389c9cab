import type { Ratios } from '@meteor-vs-mean/stats';
import { settingsOf, titleOf } from './contestant.ts';
import { type Cell, cell, type Row, type Table, zero } from './document.ts';
import { floorFor, floorSentence, ratioCell } from './judgement.ts';
import { fixed, megabytes, milliseconds, percent, whole } from './numbers.ts';
import type { Comparison, ContestantSummary, Summary } from './results.ts';
import { slopeMethod } from './slope-ratios.ts';

/** A scenario with deliveries and few contestants: a row a figure, a column a contestant, and the ratios. */
export function figuresTable(
  scenario: string,
  contestants: readonly ContestantSummary[],
  summary: Summary,
): Table {
  const comparison = summary.comparisons.find((one) => one.scenario === scenario);
  const { row, rows } = tableRows(contestants, comparison, summary);
  row('fan-out latency p50', ({ latency }) => latencyCell(latency?.p50_ms), 'p50_ms');
  row(' p95', ({ latency }) => latencyCell(latency?.p95_ms), 'p95_ms');
  row(' p99', ({ latency }) => latencyCell(latency?.p99_ms), 'p99_ms');
  row(' max', ({ latency }) => latencyCell(latency?.max_ms));
  row('CPU, ms per 1,000 deliveries', (one) => cell(fixed(one.appCpu_ms_per_1000)), 'appCpu_ms_per_1000');
  row(' of mongod', (one) => cell(fixed(one.mongodCpu_ms_per_1000)), 'mongodCpu_ms_per_1000');
  row('app RSS at the end', (one) => cell(megabytes(one.appRss_bytes)));
  row(' of mongod', (one) => cell(megabytes(one.mongodRss_bytes)));
  row('app waited for a core', (one) => cell(percent(one.appWaiting)));
  return {
    kind: 'table',
    caption: scenario,
    head: headOf(scenario, contestants, comparison, summary),
    rows,
    notes: notesOf(comparison, summary),
  };
}

/** What was owed and what came of it, in the same columns. */
export function accountsTable(
  scenario: string,
  contestants: readonly ContestantSummary[],
  summary: Summary,
): Table {
  const { row, rows } = tableRows(contestants, undefined, summary);
  const some = (of: (one: ContestantSummary) => number) => contestants.some((one) => of(one) > 0);
  const bad = (value: number) => zero(value, whole(value));
  row('writes stored / sent', ({ counts }) => cell(`${whole(counts.stored)} / ${whole(counts.sent)}`));
  row('deliveries owed', ({ counts }) => cell(whole(counts.expected)));
  row(' seen', ({ counts }) => cell(whole(counts.delivered)));
  row(' lost', ({ counts }) => bad(counts.lost));
  if (some(({ counts }) => counts.superseded)) {
    row(' superseded', ({ counts }) => cell(whole(counts.superseded)));
  }
  if (some(({ counts }) => counts.unexpected)) row(' unexpected', ({ counts }) => bad(counts.unexpected));
  row(' doubled', ({ counts }) => bad(counts.duplicated));
  row(' out of order', ({ counts }) => bad(counts.reordered));
  row('views checked, differing', ({ witnesses: { checked, differing } }) =>
    zero(differing, `${whole(checked)}, ${whole(differing)}`),
  );
  row('valid rounds', ({ rounds }) => validCell(rounds));
  return {
    kind: 'table',
    caption: scenario,
    head: headOf(scenario, contestants, undefined, summary),
    rows,
    notes: [],
  };
}

/** The head of a table with a column a contestant. */
export function headOf(
  label: string,
  contestants: readonly ContestantSummary[],
  comparison: Comparison | undefined,
  { stacks }: Summary,
): Cell[] {
  const columns = contestants.map((one) => ({ text: titleOf(one, stacks), sub: settingsOf(one) }));
  if (!comparison) return [cell(label), ...columns];
  const name = (key: string) => {
    const found = contestants.find((one) => one.key === key);
    return found ? titleOf(found, stacks) : key;
  };
  const ratio = { text: 'ratio', sub: `${name(comparison.a)} / ${name(comparison.b)}` };
  return [cell(label), ...columns, ratio];
}

type AddRow = (label: string, of: (one: ContestantSummary) => Cell, figure?: string) => void;

/** @param comparison whose ratios stand in the last column; without one there is no such column */
export function tableRows(
  contestants: readonly ContestantSummary[],
  comparison: Comparison | undefined,
  summary: Summary,
): { rows: Row[]; row: AddRow } {
  const rows: Row[] = [];
  const row: AddRow = (label, of, figure) => {
    const under = label.startsWith(' ');
    const ratio = figure ? comparison?.figures[figure] : undefined;
    rows.push({
      label: label.trim(),
      ...(under ? { under } : {}),
      cells: [
        ...contestants.map(of),
        ...(comparison ? [ratioCell(ratio, figure ? floorFor(summary, figure) : undefined)] : []),
      ],
    });
  };
  return { rows, row };
}

export function latencyCell(value: number | null | undefined): Cell {
  return cell(milliseconds(value), value === null ? 'bad' : undefined);
}

export function validCell({ valid, void: voided }: ContestantSummary['rounds']): Cell {
  return cell(`${valid} of ${valid + voided}`, voided > 0 ? 'warning' : undefined);
}

/** What a ratio is, the noise floor, and the order's effect. */
export function notesOf(comparison: Comparison | undefined, summary: Summary): Table['notes'] {
  if (!comparison) return [];
  const names = Object.keys(comparison.figures);
  return [
    { text: methodOf(Object.values(comparison.figures)) },
    { text: floorSentence(summary, names), tone: 'faint' },
  ];
}

/** @returns in words, how the ratios of a table were made */
export function methodOf(all: readonly Ratios[]): string {
  const ofSlopes = all.filter(({ interval }) => interval?.method === slopeMethod);
  const rest = all.filter((one) => !ofSlopes.includes(one));
  const slopes = 'those with an interval are of the fitted slopes, with Fieller’s 95 % interval';
  if (rest.length === 0) return 'Ratios are of the fitted slopes, with Fieller’s 95 % intervals.';
  const pairs = Math.max(0, ...rest.map(({ each }) => each.length));
  const methods = [...new Set(rest.flatMap(({ interval }) => interval?.method ?? []))];
  const order = rest.some((ratios) => ratios.order !== null) ? ', the effect of the order taken out' : '';
  return [
    `Ratios are geometric means within ${pairs === 1 ? 'one pair' : `${pairs} pairs`} of rounds${order}`,
    ...(methods.length > 0 ? [`95 % intervals: ${methods.join('; ')}`] : []),
    ...(ofSlopes.length > 0 ? [slopes] : []),
    ...(rest.some(({ interval }) => interval === null)
      ? [rangeText(pairs, all.length > rest.length || methods.length > 0)]
      : []),
  ]
    .join('; ')
    .concat('.');
}

function rangeText(pairs: number, someHave: boolean): string {
  if (pairs === 1) return 'one pair says nothing of the spread';
  return `${someHave ? 'where there is no interval' : 'behind each'} is the range of the pairs: fewer than six carry none`;
}
