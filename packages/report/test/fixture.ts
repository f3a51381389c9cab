import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  emptyLatencies,
  encodeLatencies,
  fitSlope,
  type Latencies,
  median,
  mergeLatencies,
  type PairOf,
  percentiles,
  type Ratios,
  ratios,
} from '@meteor-vs-mean/stats';
import {
  asItComes,
  type Comparison,
  type Contestant,
  type ContestantSummary,
  type CountName,
  countNames,
  type DeliveryRound,
  type Manifest,
  type MemoryRound,
  type Round,
  type Summary,
} from '../src/index.ts';

/** A results folder in the making: what `compare` would have written. */
export interface Fixture {
  manifest: Manifest;
  summary: Summary;
  rounds: Round[];
  latencies: Map<number, Latencies>;
  timelines: Map<number, string>;
}

export const meteor: Contestant = {
  key: 'meteor',
  stack: 'meteor',
  mode: 'oplog',
  transport: 'ddp-sockjs',
  variant: asItComes,
};
export const mean: Contestant = {
  key: 'mean',
  stack: 'mean',
  mode: 'changestream',
  transport: 'socketio',
  variant: asItComes,
};

const facts: Pick<Manifest, 'bench' | 'mongo' | 'stacks' | 'machine' | 'network'> = {
  bench: { node: '24.21.0', artillery: '2.0.34' },
  mongo: {
    version: '6.0.5',
    source: 'wheel',
    storageEngine: 'wiredTiger',
    journalCommitInterval_ms: 100,
    writeConcernMajorityJournalDefault: true,
    defaultWriteConcern: null,
    writeConcern: 'w: majority',
  },
  stacks: {
    meteor: {
      ran: true,
      title: 'Meteor',
      version: '3.5.2',
      node: '22.22.1',
      versions: { node: '22.22.1', mongodb: '6.16.0' },
      build: 'aaaa',
    },
    mean: {
      ran: true,
      title: 'MEAN',
      version: 'Socket.io 4.8.4',
      node: '24.21.0',
      versions: { node: '24.21.0', express: '5.3.0', 'socket.io': '4.8.4' },
      build: 'bbbb',
    },
  },
  machine: {
    cpu: 'a CPU',
    cores: 2,
    memory_bytes: 16e9,
    kernel: 'Linux 6.18',
    os: 'linux x64',
    pinning: 'generator, app and mongod share all cores',
    cpuSets: null,
  },
  network: { by: null, latency_ms: 0, jitter_ms: 0, loss: 0, measured: null },
};

/** Random numbers that are the same in each run: mulberry32. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Log-normal, as latencies nearly are. @param scale of the median, in ms */
export function latenciesOf(scale: number, count: number, seed: number): Latencies {
  const latencies = emptyLatencies();
  const next = random(seed);
  for (let i = 0; i < count; i++) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    latencies.recordValue(Math.max(1, Math.round(1000 * scale * Math.exp(0.6 * normal))));
  }
  return latencies;
}

/** A round that delivered to 50 subscribers. @param p50 its middle, in ms; @param lost deliveries that never came */
export function deliveryRound(
  contestant: Contestant,
  round: number,
  pair: number,
  { p50 = 8, lost = 0, cpu = 30, voided = false, scenario = 'fan-out' } = {},
): { round: DeliveryRound; latencies: Latencies; timeline: string } {
  const came = 5000 - lost;
  const latencies = latenciesOf(p50, came, 7 * round + 1);
  const reasons = voided
    ? [{ code: 'sender-late', threshold: 'p99 within 1 ms', reading: '35 ms', remedy: 'Stop what else runs' }]
    : [];
  const counts = { scheduled: 100, sent: 100, acknowledged: 100, refused: 0, stored: 100, expected: 5000 };
  return {
    latencies,
    timeline: timeline(cpu),
    round: {
      ...contestant,
      kind: 'deliveries',
      round,
      pair,
      scenario,
      verdict: voided ? 'void' : 'valid',
      reasons,
      remarks: [],
      started: '2026-11-21T10:00:00Z',
      drivers: [],
      extensions: '',
      seed: pair,
      subscribers: 50,
      parents: 1,
      rate_per_s: 20,
      generators: 1,
      ...counts,
      delivered: came,
      lost,
      superseded: 0,
      duplicated: 0,
      reordered: 0,
      unexpected: 0,
      removed: 0,
      ...percentiles(latencies, lost),
      drain_ms: 3000,
      lateness_p99_ms: 0.8,
      acknowledgement_p50_ms: 3,
      witnesses: { checked: 3, differing: 0 },
      window_ms: 8000,
      app: { cpu_ms: cpu * 5, waiting_ms: 200, rss_bytes: 150e6 },
      mongod: { cpu_ms: 70, waiting_ms: 100, rss_bytes: 140e6 },
      generator: { cpu_ms: 300, waiting_ms: 50, rss_bytes: 300e6 },
      generatorUtilisation: 0.1,
      generatorWaiting: 0.01,
      generatorStalled: 0,
      surroundings: null,
      eventLoop: { p50_ms: 0.2, p99_ms: 6, max_ms: 20, utilisation: 0.3 },
      appCpu_ms_per_1000: cpu,
      mongodCpu_ms_per_1000: 14,
    } as DeliveryRound,
  };
}

function timeline(cpu: number): string {
  const entries = Array.from({ length: 16 }, (_, index) => ({
    at_ms: 500 * (index + 1),
    app: { cpu_ms: 1000 + (cpu * index) / 3, rss_bytes: 150e6 + index * 1e6 },
    mongod: { cpu_ms: 400 + 4 * index, rss_bytes: 140e6 },
    generator: { cpu_ms: 500 + 20 * index, rss_bytes: 300e6 },
    inside: {
      heapUsed_bytes: 60e6 + (index % 4) * 5e6,
      external_bytes: 5e6,
      eventLoop: { p50_ms: 0.2, p99_ms: 4 + (index % 5), max_ms: 9 + (index % 7) },
      utilisation: 0.3,
    },
  }));
  return `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
}

/** A start of an app to which clients were added. @param cost of a client that holds nothing, and of a held document */
export function memoryRound(
  contestant: Contestant,
  round: number,
  pair: number,
  { documents = 0, client_bytes = 11_000, document_bytes = 10, bent = false } = {},
): MemoryRound {
  const next = random(round);
  const cost = client_bytes + documents * document_bytes;
  const steps = [20, 100, 250, 500, 1000].map((clients) => {
    const shape = bent ? 20e6 * Math.sin(clients / 90) : 0;
    const heap = 50e6 + cost * clients + next() * 2e5 + shape;
    return {
      clients,
      heap_bytes: heap,
      rss_bytes: heap + 80e6 + next() * 2e6,
      pss_bytes: null,
      mongodRss_bytes: null,
      idleCpu_ms_per_s: 2 + clients / 200 + next() / 10,
    };
  });
  return {
    ...contestant,
    kind: 'memory',
    round,
    pair,
    scenario: 'idle-clients',
    verdict: 'valid',
    reasons: [],
    remarks: [],
    started: '2026-11-21T10:10:00Z',
    drivers: [],
    extensions: '',
    documents,
    steps,
  } as MemoryRound;
}

export interface Parts {
  experiment?: Summary['experiment'];
  deliveries?: ReturnType<typeof deliveryRound>[];
  memory?: MemoryRound[];
  contestants?: Contestant[];
  comparisons?: { title: string | null; a: string; b: string }[];
  summary?: Partial<Summary>;
  manifest?: Partial<Manifest>;
}

export function fixture(parts: Parts = {}): Fixture {
  const { experiment = 'quick', contestants = [meteor, mean], memory = [] } = parts;
  const deliveries = parts.deliveries ?? [];
  const rounds: Round[] = [...deliveries.map(({ round }) => round), ...memory];
  const latencies = new Map(deliveries.map((one) => [one.round.round, one.latencies]));
  const timelines = new Map(deliveries.map((one) => [one.round.round, one.timeline]));
  const manifest: Manifest = {
    format: 2,
    id: '2026-11-21t100000-fixture',
    experiment,
    started: '2026-11-21T10:00:00.000Z',
    finished: '2026-11-21T10:03:00.000Z',
    command: 'npm run compare -- --rounds 3 --out load-tests/results/somewhere',
    options: { clients: 50, rate: 20, duration_s: 5, seed: 1 },
    seed: 1,
    ended: 'complete',
    partial: false,
    git: { commit: 'c0ffee0000000000000000000000000000000000', modified: false },
    ...facts,
    ...parts.manifest,
  };
  const { format, id, stacks, mongo, machine, network, seed, partial } = manifest;
  const summary: Summary = {
    ...{ format, id, experiment, partial, seed, stacks, mongo, machine, network },
    contestants: contestants.flatMap((one) => summaries(one, rounds, latencies)),
    comparisons: (parts.comparisons ?? defaultComparison(contestants)).flatMap((one) =>
      compared(one, rounds),
    ),
    knees: [],
    self: [],
    notRun: [],
    stopping: null,
    floor: null,
    bench: null,
    void: rounds
      .filter(({ verdict }) => verdict === 'void')
      .map(({ round, key, scenario, reasons }) => ({ round, contestant: key, scenario, reasons })),
    enough: rounds.some(({ verdict }) => verdict === 'valid'),
    ...parts.summary,
  };
  return { manifest, summary, rounds, latencies, timelines };
}

function defaultComparison(contestants: readonly Contestant[]): NonNullable<Parts['comparisons']> {
  const [a, b] = contestants;
  return a && b ? [{ title: null, a: a.key, b: b.key }] : [];
}

function summaries(
  contestant: Contestant,
  rounds: readonly Round[],
  latencies: ReadonlyMap<number, Latencies>,
): ContestantSummary[] {
  const all = rounds.filter(({ key }) => key === contestant.key);
  return [...Map.groupBy(all, ({ scenario }) => scenario)].map(([scenario, mine]) => {
    const valid = mine.filter(({ verdict }) => verdict === 'valid');
    const deliveries = valid.filter((round) => round.kind === 'deliveries');
    const memory = valid.filter((round) => round.kind === 'memory');
    const counts = Object.fromEntries(
      countNames.map((name) => [name, deliveries.reduce((sum, round) => sum + round[name], 0)]),
    ) as Record<CountName, number>;
    const merged = mergeLatencies(deliveries.flatMap(({ round }) => latencies.get(round) ?? []));
    const middle = (of: (round: DeliveryRound) => number | null) => median(deliveries.map(of)) ?? null;
    const held = [...new Set(memory.map(({ documents }) => documents))];
    const memories = held.map((documents) => {
      const starts = memory.filter((round) => round.documents === documents);
      const fit = (of: 'heap_bytes' | 'rss_bytes' | 'idleCpu_ms_per_s') =>
        fitSlope(starts.map(({ steps }) => steps.map((step) => [step.clients, step[of] ?? 0] as const)));
      return {
        documents,
        starts: starts.length,
        steps: starts[0]?.steps.map(({ clients }) => clients) ?? [],
        heap: fit('heap_bytes'),
        rss: fit('rss_bytes'),
        idleCpu: starts.every(({ steps }) => steps.every((step) => step.idleCpu_ms_per_s != null))
          ? fit('idleCpu_ms_per_s')
          : null,
      };
    });
    const [fewest, most] = [memories.at(0), memories.at(-1)];
    const between = fewest && most ? most.documents - fewest.documents : 0;
    return {
      ...contestant,
      version: '1',
      scenario,
      drivers: contestant.stack === 'meteor' ? ['OplogObserveDriver'] : [],
      extensions: [contestant.stack === 'meteor' ? 'permessage-deflate' : 'no compression'],
      rounds: { valid: valid.length, void: mine.length - valid.length },
      latency: deliveries.length > 0 ? percentiles(merged, counts.lost) : null,
      counts,
      witnesses: { checked: 3 * deliveries.length, differing: 0 },
      appCpu_ms_per_1000: middle((round) => round.appCpu_ms_per_1000),
      mongodCpu_ms_per_1000: middle((round) => round.mongodCpu_ms_per_1000),
      appRss_bytes: middle((round) => round.app?.rss_bytes ?? null),
      mongodRss_bytes: middle((round) => round.mongod?.rss_bytes ?? null),
      appWaiting: middle(({ app, window_ms }) => (app?.waiting_ms ?? 0) / window_ms),
      memory: memories,
      heldDocument:
        fewest && most && between > 0
          ? {
              heap_bytes: (most.heap.slope - fewest.heap.slope) / between,
              rss_bytes: (most.rss.slope - fewest.rss.slope) / between,
            }
          : null,
    };
  });
}

function compared(
  { title, a, b }: { title: string | null; a: string; b: string },
  rounds: readonly Round[],
): Comparison[] {
  const valid = rounds.filter(({ verdict }) => verdict === 'valid');
  return [...new Set(valid.map(({ scenario }) => scenario))].map((scenario) => {
    const mine = valid.filter((round) => round.scenario === scenario);
    const figures: Record<string, Ratios> = {};
    const add = (name: string, of: (round: Round) => number | null | undefined) => {
      const found = ratios(
        [...new Set(mine.map(({ pair }) => pair))].map((pair): PairOf => {
          const inPair = (key: string) => mine.filter((round) => round.pair === pair && round.key === key);
          const value = (key: string) =>
            inPair(key)
              .map(of)
              .find((one) => one !== undefined);
          const first = (inPair(a)[0]?.round ?? 0) < (inPair(b)[0]?.round ?? 0) ? 'a' : 'b';
          return { a: value(a), b: value(b), first };
        }),
      );
      if (found) figures[name] = found;
    };
    for (const name of [
      'p50_ms',
      'p95_ms',
      'p99_ms',
      'appCpu_ms_per_1000',
      'mongodCpu_ms_per_1000',
    ] as const) {
      add(name, (round) => (round.kind === 'deliveries' ? round[name] : undefined));
    }
    for (const documents of new Set(
      mine.flatMap((round) => (round.kind === 'memory' ? [round.documents] : [])),
    )) {
      for (const kind of ['heap', 'rss'] as const) {
        add(`${kind}_bytes_per_client_${documents}`, (round) =>
          round.kind === 'memory' && round.documents === documents
            ? fitSlope([round.steps.map((step) => [step.clients, step[`${kind}_bytes`]] as const)]).slope
            : undefined,
        );
      }
    }
    return { title, scenario, a, b, figures };
  });
}

/** Writes it where a results folder could stand. @returns its path */
export async function writeFixture(
  folder: string,
  { manifest, summary, rounds, latencies, timelines }: Fixture,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'summary.json'), JSON.stringify(summary));
  await writeFile(
    path.join(folder, 'rounds.jsonl'),
    rounds.map((round) => `${JSON.stringify(round)}\n`).join(''),
  );
  for (const { round } of rounds) {
    const of = path.join(folder, 'rounds', String(round).padStart(3, '0'));
    await mkdir(of, { recursive: true });
    const mine = latencies.get(round);
    if (mine) await writeFile(path.join(of, 'latency.hdr'), encodeLatencies(mine));
    const lines = timelines.get(round);
    if (lines) await writeFile(path.join(of, 'timeline.jsonl'), lines);
    if (mine) {
      const counts = Array.from({ length: 16 }, () => mine.totalCount / 16);
      await writeFile(path.join(of, 'deliveries.json'), JSON.stringify({ span_ms: 500, counts }));
    }
  }
  return folder;
}

/** A folder of its own, and what removes it. */
export async function temporaryFolder(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'report-test-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
