import { asItComes, type DeliveryRound, type MemoryRound, type StackFacts } from '@meteor-vs-mean/report';
import { emptyLatencies } from '@meteor-vs-mean/stats';
import { expect, test } from 'vitest';
import { type Measured, summarise } from '../src/summary.ts';

const meteor = { key: 'meteor', stack: 'meteor', mode: 'oplog', transport: 'ddp-sockjs', variant: asItComes };
const mean = { key: 'mean', stack: 'mean', mode: 'changestream', transport: 'socketio', variant: asItComes };
const usage = { cpu_ms: 100, waiting_ms: 50, rss_bytes: 1e8 };
let number = 0;

function delivery(
  contestant: typeof meteor,
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
    ...contestant,
    scenario: 'fan-out',
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

function memory(contestant: typeof meteor, documents: number, slope: number): Measured {
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
    ...contestant,
    scenario: 'idle-clients',
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

const ran: StackFacts = { ran: true, title: '', version: '1', node: '24', versions: {}, build: '' };
const frame = {
  id: 'test',
  seed: 1,
  partial: false,
  stacks: { meteor: ran, mean: ran },
  mongo: {} as never,
  machine: {} as never,
  experiment: 'quick' as const,
  network: { by: null, latency_ms: 0, jitter_ms: 0, loss: 0, measured: null },
  contestants: [meteor, mean],
  needed: [meteor, mean].map(({ key }) => ({ key, scenario: 'fan-out', rounds: 2 })),
  comparisons: [{ title: null, a: 'meteor', b: 'mean' }],
  notRun: [],
  knees: [],
  self: [],
  stopping: null,
  floor: null,
  bench: null,
};

test('ratios are taken within pairs; a void round takes no part in any figure', () => {
  const reasons = [{ code: 'sender-late', threshold: '', reading: '', remedy: '' }];
  const summary = summarise(frame, [
    delivery(meteor, 1, 20),
    delivery(mean, 1, 10),
    delivery(mean, 2, 10),
    delivery(meteor, 2, 40),
    delivery(meteor, 3, 5000, { verdict: 'void', reasons }),
    delivery(mean, 3, 10),
  ]);
  expect(summary.comparisons[0]?.figures.p50_ms).toMatchObject({ each: [2, 4], low: 2, high: 4 });
  const [first] = summary.contestants;
  expect(first).toMatchObject({ rounds: { valid: 2, void: 1 }, counts: { expected: 200, delivered: 200 } });
  expect(first?.latency?.max_ms).toBeCloseTo(40, 0);
  expect(summary.void).toEqual([{ round: 5, contestant: 'meteor', scenario: 'fan-out', reasons }]);
  expect(summary.enough).toBe(true);
});

test('latencies are merged over rounds, with what was lost beyond them all', () => {
  const lossy = delivery(meteor, 1, 10, { lost: 100, delivered: 0, expected: 200 });
  const summary = summarise({ ...frame, needed: frame.needed.slice(0, 1) }, [lossy, delivery(meteor, 2, 20)]);
  expect(summary.contestants[0]?.latency).toMatchObject({
    p50_ms: expect.closeTo(20, 0),
    p95_ms: null,
    max_ms: null,
  });
  expect(summary.comparisons[0]?.figures.p50_ms).toBeUndefined();
});

test('too few valid rounds of one stack are not enough', () => {
  const rounds = [delivery(meteor, 1, 20), delivery(mean, 1, 10), delivery(mean, 2, 10)];
  expect(summarise(frame, rounds).enough).toBe(false);
});

test('a held document costs the difference of the slopes', () => {
  const needed = [{ key: 'meteor', scenario: 'idle-clients', rounds: 2 }];
  const summary = summarise({ ...frame, needed }, [memory(meteor, 100, 140_000), memory(meteor, 0, 40_000)]);
  const [first] = summary.contestants;
  expect(first?.memory.map(({ documents }) => documents)).toEqual([0, 100]);
  expect(first?.memory[1]?.heap).toMatchObject({ slope: 140_000, intercept: 3e7, starts: 1 });
  expect(first?.memory[1]?.idleCpu?.slope).toBeCloseTo(0.01);
  expect(first?.heldDocument).toEqual({ heap_bytes: 1000, rss_bytes: 1000 });
  expect(summary.enough).toBe(true);
});
