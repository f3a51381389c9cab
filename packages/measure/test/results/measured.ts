import { emptyLatencies } from '@meteor-vs-mean/stats';
import {
  type AppContestant,
  asItComes,
  type DeliveryRound,
  type MemoryRound,
} from '../../src/results/index.ts';
import type { Measured } from '../../src/results/measured.ts';

export const meteor = {
  key: 'meteor',
  stack: 'meteor',
  mode: 'oplog',
  transport: 'ddp-sockjs',
  variant: asItComes,
};
export const mean = {
  key: 'mean',
  stack: 'mean',
  mode: 'changestream',
  transport: 'socketio',
  variant: asItComes,
};
const usage = { cpu_ms: 100, waiting_ms: 50, rss_bytes: 1e8 };
let number = 0;

/** A delivery round as a run would keep it, with its latencies. */
export function delivery(
  contestant: AppContestant,
  pair: number,
  p50_ms: number,
  rest: Partial<DeliveryRound> = {},
): Measured {
  const latencies = emptyLatencies();
  for (let i = 0; i < 100; i++) latencies.recordValue(p50_ms * 1000);
  const round: DeliveryRound = {
    kind: 'deliveries',
    round: ++number,
    pair,
    contestant: contestant.key,
    load: 'fan-out',
    verdict: 'valid',
    reasons: [],
    remarks: [],
    started: '2026-11-21T00:00:00.000Z',
    drivers: [],
    extensions: '',
    seed: pair,
    subscribers: 10,
    parents: 1,
    rate_per_s: 2,
    generators: 1,
    scheduled: 10,
    sent: 10,
    acknowledged: 10,
    refused: 0,
    stored: 10,
    expected: 100,
    delivered: 100,
    lost: 0,
    superseded: 0,
    duplicated: 0,
    reordered: 0,
    unexpected: 0,
    removed: 0,
    p50_ms,
    p95_ms: p50_ms,
    p99_ms: p50_ms,
    max_ms: p50_ms,
    drain_ms: 3000,
    lateness_p99_ms: 1,
    acknowledgement_p50_ms: 1,
    witnesses: { checked: 3, differing: 0 },
    window_ms: 1000,
    app: usage,
    mongod: usage,
    generator: usage,
    generatorUtilisation: 0.1,
    generatorWaiting: 0.01,
    generatorStalled: 0,
    surroundings: null,
    eventLoop: null,
    appCpu_ms_per_1000: p50_ms,
    mongodCpu_ms_per_1000: 1,
    ...rest,
  };
  return { round, latencies };
}

/** A memory round whose lines have this slope. */
export function memory(contestant: AppContestant, documents: number, slope: number): Measured {
  const steps = [0, 100, 200].map((clients) => ({
    clients,
    rss_bytes: 1e8 + slope * clients,
    pss_bytes: null,
    heap_bytes: 3e7 + slope * clients,
    mongodRss_bytes: null,
    idleCpu_ms_per_s: 1 + clients / 100,
  }));
  const round: MemoryRound = {
    kind: 'memory',
    round: ++number,
    pair: 1,
    contestant: contestant.key,
    load: 'idle-clients',
    surroundings: null,
    verdict: 'valid',
    reasons: [],
    remarks: [],
    started: '2026-11-21T00:00:00.000Z',
    drivers: [],
    extensions: '',
    documents,
    steps,
  };
  return { round };
}
