import {
  type AppResult,
  type CompareSummary,
  figureNamed,
  figureOf,
  instancesOf,
  type Layout,
} from '@meteor-vs-mean/measure/results';
import { comparisonsOf, titleOf } from './contestant.ts';
import { comparisonsTable, driverNotes, lostLine, roundsLine, valueCell } from './contestants-table.ts';
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
import { count, milliseconds, smallPercent, whole } from './numbers.ts';

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
  return [
    costTable(caption, inLayout(read, 'idle', undefined), summary),
    ...(ratios.length > 0 ? [comparisonsTable(caption, ratios, summary)] : []),
    ...tableOf(inLayout(read, 'apart'), (those) => apartTable(those, summary)),
    ...tableOf(inLayout(read, 'killed'), (those) => killedTable(those, summary)),
  ];
}

/** @param layouts undefined: one process does it all */
export function inLayout(contestants: readonly AppResult[], ...layouts: (Layout | undefined)[]): AppResult[] {
  return contestants.filter((one) => layouts.includes(instancesOf(one)?.layout));
}

function tableOf(those: AppResult[], of: (those: AppResult[]) => Table): Table[] {
  return those.length > 0 ? [of(those)] : [];
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

function latencyCell(value: number | null | undefined): Cell {
  return cell(milliseconds(value), value === null ? 'bad' : undefined);
}

function latencyHead(name: string, summary: CompareSummary): Cell {
  return quotesLatency(summary) ? cell(name) : { text: name, sub: 'not to be quoted' };
}

/** In the order of a table; those of the idle instance first. */
const costs = [
  ['idleInstanceCpu_ms_per_write', 'idle instance: CPU a write'],
  ['idleInstanceHeap_bytes', 'its heap'],
  ['idleInstanceRss_bytes', 'its RSS'],
  ['appCpu_ms_per_write', 'all instances: CPU a write'],
  ['appRss_bytes', 'their RSS'],
  ['mongodCpu_ms_per_write', 'mongod: CPU a write'],
] as const;

function costTable(caption: string, contestants: readonly AppResult[], summary: CompareSummary): Table {
  return tableWith(
    `${caption}: what an instance costs that serves nobody`,
    [
      caption,
      ...costs.map(([, head]) => head),
      latencyHead('p50', summary),
      latencyHead('p99', summary),
      'lost',
      'rounds',
    ],
    contestants.map((one) =>
      rowOf(titleOf(one, summary.stacks), [
        ...costs.map(([name]) => {
          const figure = figureNamed(name);
          return figure ? valueCell(figureOf(one, figure), figure) : '';
        }),
        latencyCell(figureOf(one, { name: 'p50_ms' })),
        latencyCell(figureOf(one, { name: 'p99_ms' })),
        lostLine.of(one),
        roundsLine.of(one),
      ]),
    ),
    [
      {
        text:
          'Subscribers and writers are spread evenly over all instances but the last one, which has neither: the CPU that it ' +
          'uses for each write of the others is the price of following the database. What an app uses that does nothing is in it.',
        tone: 'faint',
      },
      ...driverNotes(contestants),
    ],
  );
}

function apartTable(contestants: readonly AppResult[], summary: CompareSummary): Table {
  return tableWith(
    'Written at one instance, watched at another',
    [
      'written at one instance, watched at another',
      'mode',
      'owed',
      'seen',
      'lost',
      latencyHead('p50', summary),
      latencyHead('max', summary),
      'rounds',
    ],
    contestants.map((one) =>
      rowOf(titleOf(one, summary.stacks), [
        one.mode,
        whole(one.counts.expected),
        whole(one.counts.delivered),
        lostLine.of(one),
        latencyCell(figureOf(one, { name: 'p50_ms' })),
        latencyCell(figureOf(one, { name: 'max_ms' })),
        roundsLine.of(one),
      ]),
    ),
    [
      {
        text: 'What hasn’t come when the drain ends is lost, and slower than all that came. An app that polls looks every 10 s.',
        tone: 'faint',
      },
    ],
  );
}

function killedTable(contestants: readonly AppResult[], summary: CompareSummary): Table {
  return tableWith(
    'One instance is killed in mid-run, and its clients go to the others',
    [
      'one instance is killed',
      'its clients',
      'owed to them',
      'seen',
      'lost',
      'lost by others',
      'slowest',
      'views checked, differing',
      'rounds',
    ],
    contestants.map((one) => {
      const { killed, counts, witnesses } = one;
      const { clients = 0, expected = 0, delivered = 0, lost = 0 } = killed ?? {};
      return rowOf(titleOf(one, summary.stacks), [
        whole(clients),
        whole(expected),
        whole(delivered),
        lost === 0 ? '0' : { text: whole(lost), sub: smallPercent(lost / expected), tone: 'bad' },
        zero(counts.lost - lost, whole(counts.lost - lost)),
        latencyCell(figureOf(one, { name: 'max_ms' })),
        zero(witnesses.differing, `${whole(witnesses.checked)}, ${whole(witnesses.differing)}`),
        roundsLine.of(one),
      ]);
    }),
    [
      {
        text:
          `Sums over ${count(
            contestants.reduce((sum, { rounds }) => sum + rounds.counted, 0),
            'round',
          )}. SIGKILL comes in the middle of the writing. Who lost its connection makes it again to another ` +
          'instance, and what was written meanwhile comes with the snapshot: so it counts as seen, as late as it came. ' +
          'Nobody writes through the instance that is killed.',
        tone: 'faint',
      },
    ],
  );
}
