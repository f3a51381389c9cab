import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Reason, SelfTrial } from '@meteor-vs-mean/report';
import { expect, onTestFinished, test } from 'vitest';
import { chooseCores } from '../src/cores.ts';
import { type EchoBench, type EchoRound, runEchoRound } from '../src/echo-round.ts';
import type { Load } from '../src/plan.ts';
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
    const { trial, profile } = await runEchoRound(own, 1, transport, load, true);
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
    expect(trial.echoUtilisation).toBeGreaterThan(0);
    expect(profile.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
    expect((await readdir(own.work)).sort()).toEqual(['echo-1.log']);
  },
);

const reason = (code: string): Reason => ({ code, reading: '91 %', threshold: '', remedy: '' });

/** An engine that takes so much, in the place of rounds. */
function engine(takes: (load: Load & { generators: number }, round: number) => string[]) {
  const rounds: { load: Load; isProfiled: boolean }[] = [];
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
    return { trial, profile };
  };
  return { run, rounds };
}

test('finds what one process takes, what stands in the way, and what several take', async () => {
  const { run, rounds } = engine(({ clients, rate, generators }) => {
    if (clients === 20) return [];
    if (clients > 3000) return ['generator-stalled'];
    return clients * rate > 30_000 * generators ? ['generator-busy'] : [];
  });
  const [measure] = await measureSelf(await bench(), ['socketio'], run);
  expect(measure).toMatchObject({
    transport: 'socketio',
    added_p50_ms: 1,
    added_p99_ms: 3,
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
});
