import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyLatencies, encodeLatencies, type Latencies, percentiles } from '@meteor-vs-mean/stats';
import {
  type AppContestant,
  asItComes,
  type CompareManifest,
  type ComparePlan,
  type CompareSummary,
  createResultsFolder,
  type DeliveryRound,
  everyPair,
  type MemoryRound,
  type Round,
  type RunManifest,
  summaryOf,
} from '../../src/results/index.ts';

/** What is written of a run, whatever kind it is. */
type Written = Pick<Fixture, 'rounds'> &
  Partial<Pick<Fixture, 'latencies' | 'timelines'>> & { manifest: RunManifest };

/** What `compare` would have written. */
export interface Fixture {
  manifest: CompareManifest;
  summary: CompareSummary;
  rounds: Round[];
  latencies: Map<number, Latencies>;
  timelines: Map<number, string>;
}

export const meteor: AppContestant = {
  key: 'meteor',
  stack: 'meteor',
  mode: 'oplog',
  transport: 'ddp-sockjs',
  variant: { ...asItComes, serverTransport: 'sockjs' },
};
export const mean: AppContestant = {
  key: 'mean',
  stack: 'mean',
  mode: 'changestream',
  transport: 'socketio',
  variant: asItComes,
};

const facts: Pick<CompareManifest, 'versions' | 'mongo' | 'stacks' | 'machine' | 'network'> = {
  versions: { node: '24.21.0', artillery: '2.0.34' },
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

/** As Meteor's and MEAN's clients find it. */
function negotiated({ stack }: AppContestant): Pick<DeliveryRound, 'drivers' | 'extensions'> {
  if (stack === 'meteor') return { drivers: ['OplogObserveDriver'], extensions: 'permessage-deflate' };
  return { drivers: [], extensions: '' };
}

/** Of every write. */
const writes_ms = { lateness: 0.8, acknowledgement: 1.5 };

/** A round of 5,000 deliveries. @param p50 its middle, in ms; @param lost deliveries that never came */
export function deliveryRound(
  contestant: AppContestant,
  round: number,
  pair: number,
  { p50 = 8, lost = 0, cpu = 30, voided = false, load = 'fan-out', subscribers = 50 } = {},
): { round: DeliveryRound; latencies: Latencies; timeline: string } {
  const came = 5000 - lost;
  const latencies = latenciesOf(p50, came, 7 * round + 1);
  const reasons = voided
    ? [
        {
          code: 'sending-bent',
          threshold: 'p50 within 10 %',
          reading: '35 ms',
          remedy: 'Stop what else runs',
        },
      ]
    : [];
  const writes = 5000 / subscribers;
  return {
    latencies,
    timeline: timeline(cpu),
    round: {
      kind: 'deliveries',
      contestant: contestant.key,
      load,
      round,
      pair,
      verdict: voided ? 'void' : 'valid',
      reasons,
      remarks: [],
      started: '2026-11-21T10:00:00Z',
      ...negotiated(contestant),
      seed: pair,
      subscribers,
      parents: 1,
      rate_per_s: 20,
      generators: 1,
      scheduled: writes,
      sent: writes,
      acknowledged: writes,
      refused: 0,
      stored: writes,
      expected: 5000,
      delivered: came,
      lost,
      superseded: 0,
      duplicated: 0,
      reordered: 0,
      unexpected: 0,
      removed: 0,
      ...percentiles(latencies, lost),
      drain_ms: 3000,
      lateness_p99_ms: writes_ms.lateness,
      acknowledgement_p50_ms: writes_ms.acknowledgement,
      witnesses: { checked: 3, differing: 0 },
      window_ms: 8000,
      app: { cpu_ms: (cpu * came) / 1000, waiting_ms: 200, rss_bytes: 150e6 },
      mongod: { cpu_ms: (14 * came) / 1000, waiting_ms: 100, rss_bytes: 140e6 },
      generator: { cpu_ms: 300, waiting_ms: 50, rss_bytes: 300e6 },
      generatorUtilisation: 0.1,
      generatorWaiting: 0.01,
      generatorStalled: 0,
      surroundings: null,
      eventLoop: { p50_ms: 0.2, p99_ms: 6, max_ms: 20, utilisation: 0.3 },
      appCpu_ms_per_1000: cpu,
      mongodCpu_ms_per_1000: 14,
    },
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
  contestant: AppContestant,
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
    kind: 'memory',
    contestant: contestant.key,
    load: 'idle-clients',
    round,
    pair,
    verdict: 'valid',
    reasons: [],
    remarks: [],
    started: '2026-11-21T10:10:00Z',
    ...negotiated(contestant),
    surroundings: null,
    documents,
    steps,
  };
}

export interface Parts {
  experiment?: CompareManifest['experiment'];
  deliveries?: ReturnType<typeof deliveryRound>[];
  memory?: MemoryRound[];
  contestants?: AppContestant[];
  comparisons?: { title: string | null; a: string; b: string }[];
  plan?: Partial<ComparePlan>;
  manifest?: Partial<CompareManifest>;
  /** For what is only printed: a folder has no summary of its own. */
  summary?: Partial<CompareSummary>;
}

export function fixture(parts: Parts = {}): Fixture {
  const { experiment = 'quick', contestants = [meteor, mean], memory = [] } = parts;
  const deliveries = parts.deliveries ?? [];
  const rounds: Round[] = [...deliveries.map(({ round }) => round), ...memory].toSorted(
    (a, b) => a.round - b.round,
  );
  const latencies = new Map(deliveries.map((one) => [one.round.round, one.latencies]));
  const timelines = new Map(deliveries.map((one) => [one.round.round, one.timeline]));
  const loads = [...Map.groupBy(rounds, ({ load }) => load)].map(([key, mine]) => ({
    key,
    title: key,
    contestants: [...new Set(mine.map(({ contestant }) => contestant))],
    baseline: null,
  }));
  const manifest: CompareManifest = {
    format: 4,
    kind: 'compare',
    experiment,
    id: '2026-11-21t100000-fixture',
    size: 'quick',
    started: '2026-11-21T10:00:00.000Z',
    finished: '2026-11-21T10:03:00.000Z',
    command: 'npm run compare -- --rounds 3 --out load-tests/results/somewhere',
    options: { clients: 50, rate: 20, duration_s: 5, seed: 1 },
    seed: 1,
    ended: 'complete',
    partial: false,
    git: { commit: 'c0ffee0000000000000000000000000000000000', modified: false },
    ...facts,
    plan: {
      title: 'Quick comparison',
      question: '',
      source: null,
      contestants,
      loads,
      figures: [],
      tables: [],
      claims: [],
      comparisons: parts.comparisons ?? everyPair(contestants),
      needed: contestants.flatMap(({ key }) =>
        loads
          .filter(({ contestants }) => contestants.includes(key))
          .map((load) => ({ contestant: key, load: load.key, rounds: 1 })),
      ),
      notRun: [],
      stopping: null,
      capacities: [],
      curves: [],
      floor: null,
      ...parts.plan,
    },
    ...parts.manifest,
  };
  const measured = rounds.map((round) => {
    const found = latencies.get(round.round);
    return found ? { round, latencies: found } : { round };
  });
  const summary = { ...summaryOf(manifest, measured), ...parts.summary };
  return { manifest, summary, rounds, latencies, timelines };
}

/** Writes a results folder. @returns its path */
export async function writeFixture(
  folder: string,
  { manifest, rounds, latencies = new Map(), timelines = new Map() }: Written,
): Promise<string> {
  const writer = await createResultsFolder(folder);
  for (const round of rounds) {
    await writer.addRound(round);
    const mine: Latencies | undefined = latencies.get(round.round);
    if (round.kind !== 'deliveries' || !mine) continue;
    const { scheduled, sent, acknowledged, refused, seed } = round;
    const all = (ms: number) => {
      const times = emptyLatencies();
      times.recordValueWithCount(1000 * ms, scheduled);
      return encodeLatencies(times);
    };
    const files = {
      'latency.hdr': encodeLatencies(mine),
      'schedule.json': JSON.stringify({ seed, due_us: Array.from({ length: scheduled }, (_, k) => k) }),
      'deliveries.json': JSON.stringify({
        span_ms: 500,
        counts: Array.from({ length: 16 }, () => mine.totalCount / 16),
      }),
      'writers.json': JSON.stringify({
        scheduled,
        sent,
        acknowledged,
        refused,
        lateness: all(writes_ms.lateness),
        acknowledgement: all(writes_ms.acknowledgement),
      }),
      'timeline.jsonl': timelines.get(round.round) ?? '',
    };
    for (const [name, content] of Object.entries(files)) {
      await writer.writeRoundFile(round.round, name, content);
    }
  }
  await writer.finish(manifest);
  return folder;
}

/** A new folder, and what removes it. */
export async function temporaryFolder(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'report-test-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
