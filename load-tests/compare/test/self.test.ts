import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Reason, SelfTrial } from '@meteor-vs-mean/report';
import { emptyLatencies } from '@meteor-vs-mean/stats';
import { expect, onTestFinished, test } from 'vitest';
import { chooseCores } from '../src/cores.ts';
import { type EchoBench, type EchoLoad, type EchoRound, runEchoRound } from '../src/echo-round.ts';
import { measureSelf } from '../src/self.ts';

async function bench(): Promise<EchoBench> {
  const work = await mkdtemp(path.join(tmpdir(), 'self-test-'));
  onTestFinished(() => rm(work, { recursive: true }));
  const progress = { say() {}, step() {}, done() {} };
  return { work, progress, signal: new AbortController().signal, cores: chooseCores(), seed: 1 };
}

test.for(['socketio', 'ddp-sockjs', 'ddp'])(
  'a round against the echo over %s is one as any other: each delivery is accounted for',
  async (transport) => {
    const own = await bench();
    const load = { clients: 12, rate: 10, duration_s: 2, drain_s: 1, generators: 2 };
    const { trial, profile, samples } = await runEchoRound(own, 1, transport, load, true);
    // A busy machine breaks rules of its own; none of them is about the account.
    const faults = [
      'generator-failed',
      'account-broken',
      'subscribers-missing',
      'other-transport',
      'deliveries-lost',
    ];
    expect(trial.reasons.filter(({ code }) => faults.includes(code))).toEqual([]);
    expect(trial).toMatchObject({ subscribers: 12, writes_per_s: 10, generators: 2 });
    // Half of what the schedule of this seed has in two seconds, to twelve.
    expect(trial.deliveries_per_s % 6).toBe(0);
    expect(trial.deliveries_per_s).toBeGreaterThan(0);
    expect(trial.p50_ms).toBeGreaterThan(0);
    expect(samples.lost).toBe(0);
    expect(samples.latencies.totalCount).toBe(12 * samples.writes);
    expect(trial.echoUtilisation).toBeGreaterThan(0);
    expect(profile.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
    expect((await readdir(own.work)).sort()).toEqual(['echo-1.log']);
  },
);

const reason = (code: string): Reason => ({ code, reading: '91 %', threshold: '', remedy: '' });

/** An engine that takes so much, in the place of rounds. What it adds is a µs a subscriber. */
function engine(takes: (load: EchoLoad, round: number) => string[]) {
  const rounds: { load: EchoLoad; isProfiled: boolean }[] = [];
  const run: typeof runEchoRound = async (_bench, _number, _transport, load, isProfiled = false) => {
    rounds.push({ load, isProfiled });
    const reasons = takes(load, rounds.length).map(reason);
    const trial: SelfTrial = {
      subscribers: load.clients,
      writes_per_s: load.rate,
      deliveries_per_s: load.clients * load.rate,
      generators: load.generators,
      ...{ p50_ms: 1, p99_ms: 3, utilisation: 0.5, echoUtilisation: 0.5 },
      verdict: reasons.length > 0 ? 'void' : 'valid',
      reasons,
    };
    const profile: EchoRound['profile'] = isProfiled ? [{ what: 'parse', share: 1 }] : [];
    const latencies = emptyLatencies();
    const writes = load.rate * load.duration_s;
    for (let write = 1; write <= writes; write++) latencies.recordValue(load.clients + (load.seed ?? 0));
    return { trial, profile, samples: { writes, latencies, lost: 0 } };
  };
  return { run, rounds };
}

test('finds what one process takes, what stands in the way, and what several take', async () => {
  const { run, rounds } = engine(({ clients, rate, generators }) => {
    if (clients > 3000) return ['generator-stalled'];
    return clients * rate > 30_000 * generators ? ['generator-busy'] : [];
  });
  const [measure] = await measureSelf(await bench(), ['socketio'], run);
  expect(measure).toMatchObject({
    transport: 'socketio',
    added_p50_ms: 0.021,
    added_p99_ms: 0.022,
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
  expect(measure?.deliveries_per_s).toBeGreaterThan(27_000);
  expect(measure?.deliveries_per_s).toBeLessThanOrEqual(30_000);
  expect(measure?.several?.deliveries_per_s).toBeGreaterThan(54_000);
  expect(measure?.subscribers).toBeGreaterThan(2500);
  expect(measure?.subscribers).toBeLessThanOrEqual(3000);
  expect(measure?.limitedBy).toMatch(
    /^deliveries a second: 1000 subscribers x \d+ writes a second broke generator-busy \(91 %\); subscribers: \d+ subscribers x 1 writes a second broke generator-stalled/,
  );
  // The round that shows where the time goes is the first that was too much, and no figure comes from it.
  const profiled = rounds.filter(({ isProfiled }) => isProfiled);
  expect(profiled).toHaveLength(1);
  expect(profiled[0]?.load.clients).toBe(1000);
  expect(measure?.trials).toHaveLength(rounds.length - 1);
});

test('what else runs on the machine spoils a trial, not the measure', async () => {
  const { run } = engine((_load, round) => (round % 2 === 0 ? ['machine-busy', 'generator-waiting'] : []));
  const [measure] = await measureSelf(await bench(), ['socketio'], run);
  expect(measure).toMatchObject({
    deliveries_per_s: 100_000,
    subscribers: 8000,
    several: null,
    limitedBy: 'deliveries a second: more were not tried; subscribers: more were not tried',
    profile: [],
  });
});

test('where it spoils all of them, nothing is claimed', async () => {
  const { run } = engine(() => ['machine-busy']);
  const [measure] = await measureSelf(await bench(), ['ddp-sockjs'], run);
  expect(measure).toMatchObject({ deliveries_per_s: 0, subscribers: 0, added_p50_ms: null });
  expect(measure?.limitedBy).toBe('even a low load broke machine-busy (91 %)');
  expect(measure?.trials).toHaveLength(3);
  expect(measure?.added).toBeUndefined();
});

test('a load whose trials are all spoilt has no latency, and the others keep theirs', async () => {
  const { run } = engine(({ clients, rate }) => (clients === 500 && rate === 8 ? ['machine-busy'] : []));
  const [measure] = await measureSelf(await bench(), ['socketio'], run);
  expect(measure?.added?.map(({ subscribers, trials, p50_ms }) => [subscribers, trials, p50_ms])).toEqual([
    [20, 2, 0.021],
    [200, 2, 0.201],
    [500, 0, null],
    [1000, 2, 1.001],
  ]);
  expect(measure?.deliveries_per_s).toBe(100_000);
});
