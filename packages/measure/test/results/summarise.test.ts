import { expect, test } from 'vitest';
import type { CompareManifest, StackFacts } from '../../src/results/manifest.ts';
import type { Needed } from '../../src/results/plan.ts';
import { summaryOf } from '../../src/results/summarise.ts';
import { delivery, mean, memory, meteor } from './measured.ts';

const ran: StackFacts = { ran: true, title: '', version: '1', node: '24', versions: {}, build: '' };
const manifest: CompareManifest = {
  format: 4,
  kind: 'compare',
  id: 'test',
  started: '',
  finished: '',
  command: '',
  options: {},
  ended: 'complete',
  git: null,
  versions: {},
  size: 'quick' as const,
  seed: 1,
  partial: false,
  stacks: { meteor: ran, mean: ran },
  mongo: {} as never,
  machine: {} as never,
  experiment: 'quick' as const,
  network: { by: null, latency_ms: 0, jitter_ms: 0, loss: 0, measured: null },
  plan: {
    title: '',
    question: '',
    source: null,
    loads: [],
    figures: [],
    tables: [],
    claims: [],
    contestants: [meteor, mean],
    needed: [meteor, mean].map(({ key }) => ({ contestant: key, load: 'fan-out', rounds: 2 })),
    comparisons: [{ title: null, a: 'meteor', b: 'mean' }],
    notRun: [],
    stopping: null,
    capacities: [],
    curves: [],
    floor: null,
  },
};

const needing = (needed: readonly Needed[]) => ({ ...manifest, plan: { ...manifest.plan, needed } });

test('ratios are taken within pairs; neither a void round nor its partner takes part in any figure', () => {
  const reasons = [{ code: 'sending-bent', threshold: '', reading: '', remedy: '' }];
  const summary = summaryOf(manifest, [
    delivery(meteor, 1, 20),
    delivery(mean, 1, 10),
    delivery(mean, 2, 10),
    delivery(meteor, 2, 40),
    delivery(meteor, 3, 5000, { verdict: 'void', reasons }),
    delivery(mean, 3, 900),
  ]);
  expect(summary.comparisons[0]?.figures.p50_ms).toMatchObject({ each: [2, 4], low: 2, high: 4 });
  const [first, second] = summary.results;
  const counts = { expected: 200, delivered: 200 };
  expect(first).toMatchObject({ rounds: { counted: 2, noisy: 0, void: 1 }, counts });
  expect(first?.figures.max_ms?.value).toBeCloseTo(40, 0);
  expect(second).toMatchObject({ rounds: { counted: 2, noisy: 0, void: 0 }, counts });
  expect(second?.figures.max_ms?.value).toBeCloseTo(10, 0);
  expect(summary.void).toEqual([{ round: 5, contestant: 'meteor', load: 'fan-out', reasons }]);
  expect(summary.dropped).toEqual([{ contestant: 'meteor', load: 'fan-out', pairs: 1 }]);
  expect(summary).toMatchObject({ measured: 6, noisy: [], enough: true, answered: true });
});

test('a noisy round is in every figure, and the summary lists it with its readings', () => {
  const reasons = [
    { isNoise: true as const, code: 'cores-stolen', threshold: '', reading: '3.8 %', remedy: '' },
  ];
  const summary = summaryOf(manifest, [
    delivery(meteor, 1, 20),
    delivery(mean, 1, 10),
    delivery(meteor, 2, 40, { verdict: 'noisy', reasons }),
    delivery(mean, 2, 10),
  ]);
  expect(summary.comparisons[0]).toMatchObject({ noisy: 1, figures: { p50_ms: { each: [2, 4] } } });
  expect(summary.results[0]?.rounds).toEqual({ counted: 2, noisy: 1, dropped: 0, void: 0 });
  expect(summary.noisy).toEqual([
    { round: expect.any(Number), contestant: 'meteor', load: 'fan-out', reasons },
  ]);
  expect(summary).toMatchObject({ void: [], dropped: [], enough: true, answered: true });
});

test('latencies are merged over rounds, with what was lost beyond them all', () => {
  const lossy = delivery(meteor, 1, 10, { lost: 100, delivered: 0, expected: 200 });
  const needed = manifest.plan.needed.slice(0, 1);
  const summary = summaryOf(needing(needed), [lossy, delivery(meteor, 2, 20)]);
  expect(summary.results[0]?.figures).toMatchObject({
    p50_ms: { value: expect.closeTo(20, 0) },
    p95_ms: { value: null },
    max_ms: { value: null },
  });
  expect(summary.comparisons[0]?.figures.p50_ms).toBeUndefined();
});

test('too few rounds of one stack that count are not enough to be recorded, but one pair is an answer', () => {
  const [voided] = [delivery(meteor, 1, 20, { verdict: 'void' })];
  const rounds = [delivery(meteor, 1, 20), delivery(mean, 1, 10), delivery(mean, 2, 10)];
  expect(summaryOf(manifest, rounds)).toMatchObject({ enough: false, answered: true });
  expect(summaryOf(manifest, [voided, delivery(mean, 1, 10)])).toMatchObject({
    enough: false,
    answered: false,
  });
});

test('where nothing is compared, a round that counts is an answer; each load has to have one', () => {
  const needed = ['fan-out', 'idle-clients'].map((load) => ({ contestant: 'meteor', load, rounds: 1 }));
  const alone = { ...manifest, plan: { ...manifest.plan, contestants: [meteor], comparisons: [], needed } };
  const rounds = [delivery(meteor, 1, 20), memory(meteor, 100, 140_000)];
  expect(summaryOf(alone, rounds).answered).toBe(true);
  expect(summaryOf(alone, rounds.slice(1)).answered).toBe(false);
});

test('a held document costs the difference of the slopes', () => {
  const needed = [{ contestant: 'meteor', load: 'idle-clients', rounds: 2 }];
  const summary = summaryOf(needing(needed), [memory(meteor, 100, 140_000), memory(meteor, 0, 40_000)]);
  const [first] = summary.results;
  expect(first?.memory.map(({ documents }) => documents)).toEqual([0, 100]);
  expect(first?.memory[1]).toMatchObject({ starts: 1, heap: { slope: 140_000, intercept: 3e7 } });
  expect(first?.memory[1]?.idleCpu?.slope).toBeCloseTo(0.01);
  expect(first?.heldDocument).toEqual({ heap_bytes: 1000, rss_bytes: 1000 });
  expect(summary.enough).toBe(true);
});
