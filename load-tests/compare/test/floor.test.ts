import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  Comparison,
  ContestantSummary,
  Machine,
  Manifest,
  Network,
  Summary,
} from '@meteor-vs-mean/report';
import type { Ratios } from '@meteor-vs-mean/stats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { floorOf } from '../src/floor.ts';
import { loopback } from '../src/network.ts';
import { newestOf } from '../src/newest.ts';

const few: Ratios = {
  each: [0.8, 1.1],
  mean: 0.94,
  low: 0.8,
  high: 1.1,
  beyond: 0,
  interval: null,
  order: null,
};
const many: Ratios = {
  ...few,
  each: [0.5, 1, 1, 1, 1, 2],
  interval: { low: 0.95, high: 1.2, level: 0.95, method: '' },
};

function summaryOf(comparisons: Pick<Comparison, 'a' | 'b' | 'figures'>[]): Summary {
  const contestants = ['meteor', 'mean'].map((key) => ({ key }) as ContestantSummary);
  return {
    contestants,
    comparisons: comparisons.map((one) => ({ ...one, title: null, scenario: 'fan-out' })),
    enough: true,
  } as Summary;
}

test('the floor is the widest of what the A/A runs found: intervals, or pairs where those are too few', () => {
  const summary = summaryOf([
    { a: 'meteor', b: 'meteor (again)', figures: { p50_ms: many, p99_ms: few } },
    { a: 'mean', b: 'mean (again)', figures: { p50_ms: few } },
    { a: 'meteor', b: 'mean', figures: { p50_ms: { ...few, each: [9] } } },
  ]);
  const { figures } = floorOf({ folder: 'x', sameMachine: true, options: {}, summary });
  expect(figures.p50_ms).toBeCloseTo(1.25);
  expect(figures.p99_ms).toBeCloseTo(1.25);
  expect(floorOf({ folder: 'x', sameMachine: true, options: {}, summary: summaryOf([]) }).figures).toEqual(
    {},
  );
});

test('a difference below 1 is as far from it as its inverse', () => {
  const summary = summaryOf([{ a: 'mean', b: 'mean (again)', figures: { p50_ms: many } }]);
  expect(floorOf({ folder: 'x', sameMachine: true, options: {}, summary }).figures.p50_ms).toBeCloseTo(1.2);
});

const slow: Network = { by: 'toxiproxy', latency_ms: 40, jitter_ms: 0, loss: 0, measured: null };
const machine = { cpu: 'A', cores: 2, cpuSets: null } as Machine;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'floor-test-'));
  const runs: [name: string, changes: Partial<Manifest>, enough?: boolean][] = [
    ['own/old', { started: '2026-01-01' }],
    ['own/new', { started: '2026-01-02' }],
    ['own/failed', { started: '2026-01-03', ended: { failed: 'MongoDB went away' } }],
    ['own/too-few', { started: '2026-01-04' }, false],
    ['own/quick', { started: '2026-01-05', experiment: 'quick' }],
    ['own/elsewhere', { started: '2026-01-06', machine: { ...machine, cpu: 'B' } }],
    ['own/format', { started: '2026-01-07', format: 1 as never }],
    ['own/slow', { started: '2026-01-08', network: slow }],
    ['reference/other', { started: '2026-01-01', machine: { ...machine, cpu: 'B' } }],
  ];
  for (const [name, changes, enough = true] of runs) {
    await mkdir(path.join(folder, name), { recursive: true });
    const manifest = {
      format: 2,
      experiment: 'control',
      ended: 'complete',
      machine,
      network: loopback,
      ...changes,
    };
    await writeFile(path.join(folder, name, 'manifest.json'), JSON.stringify(manifest));
    await writeFile(path.join(folder, name, 'summary.json'), JSON.stringify({ ...summaryOf([]), enough }));
    await writeFile(path.join(folder, name, 'rounds.jsonl'), '');
  }
  await mkdir(path.join(folder, 'own/.growing'));
});
afterAll(() => rm(folder, { recursive: true }));

const places = (own = 'own') => ({ own: path.join(folder, own), others: path.join(folder, 'reference') });

test('the newest sound run of this machine is taken', async () => {
  expect(await newestOf('control', machine, { network: loopback, ...places() })).toMatchObject({
    folder: expect.stringMatching(/own\/new$/),
    sameMachine: true,
  });
});

test('of another network it says nothing', async () => {
  const newest = (network: Network) => newestOf('control', machine, { network, ...places() });
  expect(await newest(slow)).toMatchObject({ folder: expect.stringMatching(/own\/slow$/) });
  expect(await newest({ ...slow, latency_ms: 50 })).toBeNull();
});

test('without one the reference is, and it is said that the machine was another', async () => {
  expect(await newestOf('control', machine, places('nowhere'))).toMatchObject({
    folder: expect.stringMatching(/reference\/other$/),
    sameMachine: false,
  });
  expect(await newestOf('self', machine, places())).toBeNull();
});
