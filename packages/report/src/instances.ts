import {
  type AppResult,
  type CompareSummary,
  figureNamed,
  figureOf,
  instancesOf,
  type Layout,
} from '@meteor-vs-mean/measure/results';
import { comparisonsOf, titleOf } from './contestant.ts';
import {
  comparisonsTable,
  driverNotes,
  lostCell,
  lostLine,
  roundsLine,
  valueCell,
} from './contestants-table.ts';
import {
  type Block,
  type Cell,
  cell,
  type Note,
  rowOf,
  type Table,
  tableWith,
  text,
  zero,
} from './document.ts';
import { count, countInWords, list, milliseconds, show, whole } from './numbers.ts';
import { phrase } from './phrase.ts';

/** What was found of several instances: what one more costs, who sees a write through another, and what a killed one's clients miss. */
export function instancesBlocks(load: string, summary: CompareSummary, caption: string): Block[] {
  const all = summary.results.filter((one) => one.load === load);
  const read = all.filter(({ rounds }) => rounds.counted > 0);
  if (read.length === 0) {
    return [text(`${caption}: no figures, all rounds are void.`, 'bad')];
  }
  // Where latency isn't to be quoted a ratio of it isn't, either.
  const isShown = (name: string) => quotesLatency(summary) || figureNamed(name)?.kind !== 'latency';
  const ratios = comparisonsOf(summary, load).map((one) => ({
    ...one,
    figures: Object.fromEntries(Object.entries(one.figures).filter(([name]) => isShown(name))),
  }));
  const tables: Table[] = [
    costTable(caption, inLayout(read, 'idle', undefined), summary),
    ...(ratios.length > 0 ? [comparisonsTable(caption, ratios, summary)] : []),
    apartTable(inLayout(read, 'apart'), summary),
    killedTable(inLayout(read, 'killed'), summary),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** @param layouts undefined: one process does it all */
export function inLayout(contestants: readonly AppResult[], ...layouts: (Layout | undefined)[]): AppResult[] {
  return contestants.filter((one) => layouts.includes(instancesOf(one)?.layout));
}

/** Whether several instances of an app were measured. */
export function isOfInstances({ results }: Pick<CompareSummary, 'results'>): boolean {
  return results.some((one) => instancesOf(one) !== null);
}

/** Instances, MongoDB and the generator each want a core. */
function coresWanted(results: readonly AppResult[]): number {
  return Math.max(...results.map((one) => instancesOf(one)?.count ?? 1)) + 2;
}

function quotesLatency({ results, machine }: CompareSummary): boolean {
  return machine.cores >= coresWanted(results);
}

/** What a reader must know of a run with several instances. */
export function instancesNotes(summary: CompareSummary): Note[] {
  if (!isOfInstances(summary) || quotesLatency(summary)) return [];
  const wanted = coresWanted(summary.results);
  return [
    {
      text:
        `Latency is shown to see that it held, and is not to be quoted: ${wanted - 2} instances, MongoDB and the ` +
        `generator want ${wanted} cores, and share ${summary.machine.cores}.`,
      tone: 'warning',
    },
  ];
}

type Column = [head: string | Cell, of: (one: AppResult) => string | Cell];

function tableOf(
  [caption, first]: readonly [caption: string, first: string],
  results: readonly AppResult[],
  columns: readonly Column[],
  summary: CompareSummary,
  notes: readonly string[],
): Table {
  return tableWith(
    caption,
    [first, ...columns.map(([head]) => head)],
    results.map((one) =>
      rowOf(
        titleOf(one, summary.stacks),
        columns.map(([, of]) => of(one)),
      ),
    ),
    notes.map((text): Note => ({ text, tone: 'faint' })),
  );
}

function latency(head: string, name: 'p50_ms' | 'p99_ms' | 'max_ms', summary: CompareSummary): Column {
  const of = (one: AppResult) => {
    const value = figureOf(one, { name });
    return cell(milliseconds(value), value === null ? 'bad' : undefined);
  };
  return [quotesLatency(summary) ? head : { text: head, sub: 'not to be quoted' }, of];
}

/** In the order of a table; those of the idle instance first. */
const costs = [
  ['idleInstanceCpu_ms_per_write', 'idle instance: CPU per write'],
  ['idleInstanceHeap_bytes', 'its heap'],
  ['idleInstanceRss_bytes', 'its RSS'],
  ['appCpu_ms_per_write', 'all instances: CPU per write'],
  ['appRss_bytes', 'their RSS'],
  ['mongodCpu_ms_per_write', 'mongod: CPU per write'],
].map(([name = '', head = '']): Column => {
  const figure = figureNamed(name);
  return [head, (one) => (figure ? valueCell(figureOf(one, figure), figure) : '')];
});

function costTable(caption: string, results: readonly AppResult[], summary: CompareSummary): Table {
  const table = tableOf(
    [`${caption}: what an idle instance costs`, caption],
    results,
    [
      ...costs,
      latency('p50', 'p50_ms', summary),
      latency('p99', 'p99_ms', summary),
      ['lost', lostLine.of],
      ['rounds', roundsLine.of],
    ],
    summary,
    [
      'Subscribers and writers are spread evenly over all instances but the last one, which has neither: the CPU that it ' +
        'uses for each write of the others is the price of following the database. What an app uses that does nothing is in it.',
    ],
  );
  return { ...table, notes: [...table.notes, ...driverNotes(results)] };
}

function apartTable(results: readonly AppResult[], summary: CompareSummary): Table {
  return tableOf(
    ['Written at one instance, watched at another', 'written at one instance, watched at another'],
    results,
    [
      ['mode', ({ mode }) => mode],
      ['owed', ({ counts }) => whole(counts.expected)],
      ['seen', ({ counts }) => whole(counts.delivered)],
      ['lost', lostLine.of],
      latency('p50', 'p50_ms', summary),
      latency('max', 'max_ms', summary),
      ['rounds', roundsLine.of],
    ],
    summary,
    [
      'What hasn’t come when the drain ends is lost, and slower than all that came. An app that polls looks every 10 s.',
    ],
  );
}

function killedTable(results: readonly AppResult[], summary: CompareSummary): Table {
  const counted = results.reduce((sum, { rounds }) => sum + rounds.counted, 0);
  const nobody = { clients: 0, expected: 0, delivered: 0, lost: 0 };
  const of =
    (cellOf: (killed: typeof nobody, one: AppResult) => string | Cell): Column[1] =>
    (one) =>
      cellOf(one.killed ?? nobody, one);
  return tableOf(
    ['One instance is killed in mid-run, and its clients go to the others', 'one instance is killed'],
    results,
    [
      ['its clients', of(({ clients }) => whole(clients))],
      ['owed to them', of(({ expected }) => whole(expected))],
      ['seen', of(({ delivered }) => whole(delivered))],
      ['lost', of(({ lost, expected }) => lostCell(lost, expected))],
      ['lost by others', of(({ lost }, { counts }) => zero(counts.lost - lost, whole(counts.lost - lost)))],
      latency('slowest', 'max_ms', summary),
      [
        'views checked, differing',
        ({ witnesses: { checked, differing } }) => zero(differing, `${whole(checked)}, ${whole(differing)}`),
      ],
      ['rounds', roundsLine.of],
    ],
    summary,
    [
      `Sums over ${count(counted, 'round')}. SIGKILL comes in the middle of the writing. A client that lost its connection ` +
        'connects to another instance, and what was written meanwhile comes with the snapshot: so it counts as seen, as ' +
        'late as it came. Nobody writes through the instance that is killed.',
    ],
  );
}

/** What a run of several instances found: what one costs that serves nobody, who sees what, and what a killed one's clients miss. */
export function instancesSentences(summary: CompareSummary): string[] {
  const read = summary.results.filter(({ rounds }) => rounds.counted > 0);
  return [
    ...costSentences(summary, inLayout(read, 'idle')),
    ...apartSentence(summary, inLayout(read, 'apart')),
    ...killedSentence(summary, inLayout(read, 'killed')),
  ];
}

const idleCpu = 'idleInstanceCpu_ms_per_write';

/** Of each number of instances the ratio; without a pair the figures alone. */
function costSentences(summary: CompareSummary, idle: readonly AppResult[]): string[] {
  const figure = figureNamed(idleCpu);
  return [...Map.groupBy(idle, (one) => instancesOf(one)?.count ?? 1)].flatMap(([count, same]) => {
    const keys = new Set(same.map(({ key }) => key));
    const compared = summary.comparisons.filter(
      ({ a, b, figures }) => keys.has(a) && keys.has(b) && figures[idleCpu],
    );
    const each = same.map((one) => {
      const value = figure && figureOf(one, figure);
      return `${titleOf(one, summary.stacks)} ${figure ? show(value, figure.shown) : ''}`;
    });
    const found =
      compared.length > 0
        ? compared.map((one) => phrase(summary, one, idleCpu, { noun: 'CPU' })).join('; ')
        : list(each);
    return [`With ${count} instances, an idle one costs for each write: ${found}.`];
  });
}

function apartSentence({ stacks }: CompareSummary, apart: readonly AppResult[]): string[] {
  if (apart.length === 0) return [];
  const each = apart.map((one) => {
    const { lost, expected } = one.counts;
    const seen =
      lost === 0 ? 'all' : lost === expected ? 'none' : `${whole(expected - lost)} of ${whole(expected)}`;
    return `${titleOf(one, stacks)} (${one.mode}) ${seen}`;
  });
  return [`Of the deliveries of writes through another instance came: ${each.join('; ')}.`];
}

function killedSentence({ stacks }: CompareSummary, killed: readonly AppResult[]): string[] {
  const each = killed.flatMap((one) => {
    if (!one.killed) return [];
    const { clients, expected, lost } = one.killed;
    const missed =
      lost === 0 ? `missed nothing of ${whole(expected)}` : `missed ${whole(lost)} of ${whole(expected)}`;
    return [`${countInWords(clients, 'client')} of ${titleOf(one, stacks)} ${missed}`];
  });
  return each.length === 0 ? [] : [`An instance was killed in mid-run: ${each.join('; ')} deliveries.`];
}
