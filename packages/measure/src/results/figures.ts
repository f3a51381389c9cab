import type { Figure, LatencyFigure, MedianFigure, Shown, SlopeFigure } from './figure.ts';
import { type OwnFigure, sampleFigure } from './own-figure.ts';
import { type Round, type Usage, waitingShare } from './round.ts';

const milliseconds: Shown = { unit: 'ms', scale: 1 };
const kilobytes: Shown = { unit: 'KB', scale: 1e-3, digits: 1 };
const megabytes: Shown = { unit: 'MB', scale: 1e-6, digits: 0 };
const bytes: Shown = { unit: 'bytes', scale: 1, digits: 0 };

const latencyFigures: readonly LatencyFigure[] = [
  {
    kind: 'latency',
    name: 'p50_ms',
    page: 'p50',
    label: 'p50',
    row: 'fan-out latency p50',
    column: 'p50',
    shown: milliseconds,
    better: 'less',
    compared: true,
    chief: true,
  },
  {
    kind: 'latency',
    name: 'p95_ms',
    page: 'p95',
    label: 'p95',
    row: 'p95',
    under: true,
    column: 'p95',
    shown: milliseconds,
    better: 'less',
    compared: true,
  },
  {
    kind: 'latency',
    name: 'p99_ms',
    page: 'p99',
    label: 'p99',
    row: 'p99',
    under: true,
    column: 'p99',
    shown: milliseconds,
    better: 'less',
    compared: true,
  },
  {
    kind: 'latency',
    name: 'max_ms',
    page: 'max',
    label: 'the slowest delivery',
    row: 'max',
    under: true,
    shown: milliseconds,
    better: 'less',
    compared: false,
  },
];

/** Of one write, however many subscribers it reaches. */
function perWrite(usage: Usage | null, stored: number): number | null {
  return usage === null || stored === 0 ? null : usage.cpu_ms / stored;
}

export const medianFigures = [
  {
    kind: 'median',
    name: 'appCpu_ms_per_1000',
    page: 'cpu',
    label: 'CPU per 1,000 deliveries',
    row: 'CPU per 1,000 deliveries',
    column: 'CPU per 1,000',
    shown: { unit: 'ms', scale: 1, digits: 1 },
    better: 'less',
    compared: true,
    chief: true,
    of: (round) => round.appCpu_ms_per_1000,
  },
  {
    kind: 'median',
    name: 'mongodCpu_ms_per_1000',
    page: 'mongod-cpu',
    label: 'mongod CPU per 1,000 deliveries',
    row: 'of mongod',
    under: true,
    column: 'mongod CPU',
    shown: { unit: 'ms', scale: 1, digits: 1 },
    better: 'less',
    compared: true,
    of: (round) => round.mongodCpu_ms_per_1000,
  },
  {
    kind: 'median',
    name: 'appCpu_ms_per_write',
    page: 'cpu-write',
    label: 'CPU per write',
    row: 'CPU per write',
    column: 'CPU per write',
    shown: milliseconds,
    better: 'less',
    compared: true,
    chief: true,
    of: ({ app, stored }) => perWrite(app, stored),
  },
  {
    kind: 'median',
    name: 'mongodCpu_ms_per_write',
    page: 'mongod-cpu-write',
    label: 'mongod CPU per write',
    row: 'of mongod',
    under: true,
    shown: milliseconds,
    better: 'less',
    compared: true,
    of: ({ mongod, stored }) => perWrite(mongod, stored),
  },
  {
    kind: 'median',
    name: 'appRss_bytes',
    page: 'rss',
    label: 'app RSS at the end',
    row: 'app RSS at the end',
    shown: megabytes,
    better: 'less',
    compared: false,
    of: (round) => round.app?.rss_bytes,
  },
  {
    kind: 'median',
    name: 'mongodRss_bytes',
    page: 'mongod-rss',
    label: 'mongod RSS at the end',
    row: 'of mongod',
    under: true,
    shown: megabytes,
    better: 'less',
    compared: false,
    of: (round) => round.mongod?.rss_bytes,
  },
  {
    kind: 'median',
    name: 'appWaiting',
    page: 'waiting',
    label: 'app waited for a core',
    row: 'app waited for a core',
    column: 'waited',
    shown: { unit: '%', scale: 100, digits: 1 },
    better: 'less',
    compared: false,
    of: waitingShare,
  },
  {
    kind: 'median',
    ofSome: true,
    name: 'idleInstanceCpu_ms_per_write',
    page: 'idle-instance-cpu',
    label: 'CPU per write of an idle instance',
    row: 'CPU per write of an idle instance',
    column: 'idle instance: CPU per write',
    shown: milliseconds,
    better: 'less',
    compared: true,
    of: ({ idleInstance, stored }) => perWrite(idleInstance ?? null, stored),
  },
  {
    kind: 'median',
    ofSome: true,
    name: 'idleInstanceHeap_bytes',
    page: 'idle-instance-heap',
    label: 'live heap of an idle instance',
    row: 'its live heap',
    under: true,
    column: 'its heap',
    shown: { ...megabytes, digits: 1 },
    better: 'less',
    compared: true,
    of: ({ idleInstance }) => idleInstance?.heap_bytes,
  },
  {
    kind: 'median',
    ofSome: true,
    name: 'idleInstanceRss_bytes',
    page: 'idle-instance-rss',
    label: 'RSS of an idle instance',
    row: 'its RSS',
    under: true,
    column: 'its RSS',
    shown: megabytes,
    better: 'less',
    compared: false,
    of: ({ idleInstance }) => idleInstance?.rss_bytes,
  },
] as const satisfies readonly MedianFigure[];

/** A summary has one under each of these names. */
export type MedianName = (typeof medianFigures)[number]['name'];

/** Each is a figure for every number of documents that clients held. */
const clientFigures = [
  {
    kind: 'slope',
    name: 'heap_bytes_per_client',
    page: 'heap',
    label: 'heap per client',
    row: 'heap per client',
    column: 'heap per client',
    shown: kilobytes,
    better: 'less',
    compared: true,
    chief: true,
    line: 'heap',
    of: (step) => step.heap_bytes,
    points: { key: 'heap_MB', title: 'Live heap', shown: { ...megabytes, digits: 1 } },
    empty: { row: 'heap of the empty app', shown: megabytes },
    held: { name: 'heap_bytes', row: 'heap per held document and client', shown: bytes },
  },
  {
    kind: 'slope',
    name: 'rss_bytes_per_client',
    page: 'client-rss',
    label: 'RSS per client',
    row: 'RSS',
    under: true,
    column: 'RSS per client',
    shown: kilobytes,
    better: 'less',
    compared: true,
    line: 'rss',
    of: (step) => step.rss_bytes,
    points: { key: 'rss_MB', title: 'RSS', shown: { ...megabytes, digits: 1 } },
    // RSS moves by 1 MB by itself; in runs whose pages to spare weren't asked back, V8 gave up to 24 MB back at once.
    leastRise: 10e6,
    empty: { row: 'RSS of the empty app', shown: megabytes },
    held: { name: 'rss_bytes', row: 'RSS', under: true, shown: bytes },
  },
  {
    kind: 'slope',
    name: 'idleCpu_ms_per_s_and_client',
    page: 'idle-cpu',
    label: 'idle CPU per client',
    row: 'CPU while nothing is written',
    under: true,
    shown: { unit: 'µs/s', scale: 1e3, digits: 1 },
    better: 'less',
    compared: true,
    line: 'idleCpu',
    of: (step) => step.idleCpu_ms_per_s,
    unread: 'use --idle 25',
    points: {
      key: 'idleCpu_ms_per_s',
      title: 'CPU while nothing is written',
      shown: { unit: 'ms/s', scale: 1 },
    },
  },
] as const satisfies readonly Omit<SlopeFigure, 'documents'>[];

/** Names of a summary's lines. */
export type LineName = (typeof clientFigures)[number]['line'];

/** Of rounds that measured deliveries, in the order of a table. */
export const deliveryFigures: readonly (LatencyFigure | MedianFigure)[] = [
  ...latencyFigures,
  ...medianFigures,
];

/** What a client costs that holds so many documents. */
export function costsOfClient(documents: number): SlopeFigure[] {
  return clientFigures.map((figure: Omit<SlopeFigure, 'documents'>) => {
    const held = `, ${documents} documents held`;
    return {
      ...figure,
      documents,
      name: `${figure.name}_${documents}`,
      page: `${figure.page}-${documents}`,
      label: `${figure.label}${held}`,
      row: figure.under ? figure.row : `${figure.row}${held}`,
    };
  });
}

/** The heap of a client that holds the most documents of those that were measured; undefined where none were. */
export function heapHoldingMost(memory: readonly { documents: number }[]): SlopeFigure | undefined {
  if (memory.length === 0) return undefined;
  return costsOfClient(Math.max(...memory.map(({ documents }) => documents))).find(
    ({ line }) => line === 'heap',
  );
}

/** @returns undefined for a name that this version doesn't know */
export function figureNamed(name: string): Figure | undefined {
  const [, documents] = /_(\d+)$/.exec(name) ?? [];
  const all = [...deliveryFigures, ...(documents === undefined ? [] : costsOfClient(Number(documents)))];
  return all.find((figure) => figure.name === name);
}

/** All that some of these rounds can have: of client figures by how many documents clients held, fewest first. */
export function figuresIn(rounds: readonly Round[], own: readonly OwnFigure[] = []): Figure[] {
  const documents = new Set(rounds.flatMap((round) => (round.kind === 'memory' ? [round.documents] : [])));
  const has = (kind: Round['kind']) => rounds.some((round) => round.kind === kind);
  return [
    ...(has('deliveries') ? deliveryFigures : []),
    ...[...documents].sort((a, b) => a - b).flatMap(costsOfClient),
    ...(has('sample') ? own.map(sampleFigure) : []),
  ];
}
