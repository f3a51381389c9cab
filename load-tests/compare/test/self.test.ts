import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Reason } from '@meteor-vs-mean/measure/results';
import { emptyLatencies } from '@meteor-vs-mean/stats';
import { expect, onTestFinished, test } from 'vitest';
import { chooseCores } from '../src/context/cores.ts';
import type { EchoLoad } from '../src/experiments/plan.ts';
import { type MeasuredEcho, TransportMeasure } from '../src/experiments/self.ts';
import { type EchoContext, runEchoRound } from '../src/rounds/echo-round.ts';

async function context(): Promise<EchoContext> {
  const work = await mkdtemp(path.join(tmpdir(), 'self-test-'));
  onTestFinished(() => rm(work, { recursive: true }));
  const files = { writeRoundFile: async () => {} } as unknown as EchoContext['files'];
  return { work, files, signal: new AbortController().signal, cores: chooseCores(), seed: 1, size: 'full' };
}

test.for(['socketio', 'ddp-sockjs', 'ddp'])(
  'a round against the echo over %s is one as any other: each delivery is accounted for',
  async (transport) => {
    const own = await context();
    const load = { clients: 12, rate: 10, duration_s: 2, drain_s: 1, generators: 2 };
    const { round, profile, latencies } = await runEchoRound(own, 1, { transport, load, isProfiled: true });
    // A busy machine breaks rules of its own; none of them is about the account.
    const faults = [
      'generator-failed',
      'account-broken',
      'subscribers-missing',
      'other-transport',
      'echo-deliveries-lost',
    ];
    expect(round.reasons.filter(({ code }) => faults.includes(code))).toEqual([]);
    expect(round).toMatchObject({ subscribers: 12, lost: 0, duplicated: 0, unexpected: 0 });
    expect(round.scheduled).toBeGreaterThan(0);
    expect([round.sent, round.acknowledged]).toEqual(Array(2).fill(round.scheduled));
    expect([round.expected, round.delivered]).toEqual(Array(2).fill(12 * round.scheduled));
    expect(round.p50_ms).toBeGreaterThan(0);
    expect(latencies.totalCount).toBe(round.delivered);
    expect(round.eventLoop?.utilisation).toBeGreaterThan(0);
    expect(profile.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
    expect((await readdir(own.work)).sort()).toEqual(['echo-1.log']);
  },
);

const reason = (code: string): Reason => ({ code, reading: '91 %', threshold: '', remedy: '' });

/** Measures an engine that takes so much, in the place of rounds. What it adds is a µs a subscriber. */
function measureEngine(transport: string, takes: (load: EchoLoad, round: number) => string[]) {
  const measured: MeasuredEcho[] = [];
  const options = { size: 'full', seed: 1, cores: 2, pinning: '' } as const;
  const rounds = new TransportMeasure(options, transport, { measured, elapsed_s: () => 0 }).measure();
  let next = rounds.next();
  for (; !next.done; next = rounds.next()) {
    const { load } = next.value;
    const reasons = takes(load, measured.length + 1).map(reason);
    measured.push(echoRound(measured.length + 1, transport, load, reasons));
  }
  return { measure: next.value, rounds: measured.map(({ round }) => round) };
}

function echoRound(round: number, transport: string, load: EchoLoad, reasons: Reason[]): MeasuredEcho {
  const latencies = emptyLatencies();
  const writes = load.rate * load.duration_s;
  for (let write = 1; write <= writes; write++) latencies.recordValue(load.clients + (load.seed ?? 0));
  return {
    round: {
      kind: 'echo',
      round,
      started: '',
      transport,
      subscribers: load.clients,
      writes_per_s: load.rate,
      deliveries_per_s: load.clients * load.rate,
      generators: load.generators,
      writes,
      lost: 0,
      p50_ms: 1,
      p99_ms: 3,
      utilisation: null,
      echoUtilisation: null,
      verdict: reasons.length > 0 ? 'void' : 'valid',
      reasons,
      profile: [{ what: 'parse', share: 1 }],
    },
    latencies,
  };
}

test('finds what one process takes, what stands in the way, and what several take', () => {
  const { measure, rounds } = measureEngine('socketio', ({ clients, rate, generators }) => {
    if (clients > 3000) return ['generator-stalled'];
    return clients * rate > 30_000 * generators ? ['generator-busy'] : [];
  });
  expect(measure).toMatchObject({
    transport: 'socketio',
    added: [
      { subscribers: 20, writes_per_s: 20, trials: 2, writes: 200, p50_ms: 0.021, p99_ms: 0.022 },
      { subscribers: 200, writes_per_s: 20, trials: 2, writes: 200, p50_ms: 0.201, p99_ms: 0.202 },
      { subscribers: 500, writes_per_s: 8, trials: 2, writes: 112, p50_ms: 0.501, p99_ms: 0.502 },
      { subscribers: 1000, writes_per_s: 4, trials: 2, writes: 104, p50_ms: 1.001, p99_ms: 1.002 },
    ],
    subscribersAt_writes_per_s: 1,
    profile: [{ what: 'parse', share: 1 }],
    several: { generators: expect.any(Number), deliveries_per_s: expect.any(Number) },
  });
  expect(measure.deliveries_per_s).toBeGreaterThan(27_000);
  expect(measure.deliveries_per_s).toBeLessThanOrEqual(30_000);
  expect(measure.several?.deliveries_per_s).toBeGreaterThan(54_000);
  expect(measure.subscribers).toBeGreaterThan(2500);
  expect(measure.subscribers).toBeLessThanOrEqual(3000);
  expect(measure.limitedBy).toMatch(
    /^deliveries a second: 1000 subscribers x \d+ writes a second broke generator-busy \(91 %\); subscribers: \d+ subscribers x 1 writes a second broke generator-stalled/,
  );
  // The round that shows where the time goes is the first that was too much, and is no trial.
  expect(measure.trials).toHaveLength(rounds.length - 1);
});

test('what else runs on the machine spoils a trial, not the measure', () => {
  const { measure } = measureEngine('socketio', (_load, round) =>
    round % 2 === 0 ? ['machine-busy', 'generator-waiting'] : [],
  );
  expect(measure).toMatchObject({
    deliveries_per_s: 100_000,
    subscribers: 8000,
    several: null,
    limitedBy: 'deliveries a second: more were not tried; subscribers: more were not tried',
    profile: [],
  });
});

test('where it spoils all of them, nothing is claimed', () => {
  const { measure } = measureEngine('ddp-sockjs', () => ['machine-busy']);
  expect(measure).toMatchObject({
    deliveries_per_s: 0,
    subscribers: 0,
    added: [{ trials: 0, p50_ms: null }],
  });
  expect(measure.limitedBy).toBe('even a low load broke machine-busy (91 %)');
  expect(measure.trials).toHaveLength(3);
});

test('a load whose trials are all spoiled has no latency, and the others keep theirs', () => {
  const { measure } = measureEngine('socketio', ({ clients, rate }) =>
    clients === 500 && rate === 8 ? ['machine-busy'] : [],
  );
  expect(measure.added?.map(({ subscribers, trials, p50_ms }) => [subscribers, trials, p50_ms])).toEqual([
    [20, 2, 0.021],
    [200, 2, 0.201],
    [500, 0, null],
    [1000, 2, 1.001],
  ]);
  expect(measure.deliveries_per_s).toBe(100_000);
});
