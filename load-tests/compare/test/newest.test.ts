import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompareManifest, Machine, Network } from '@meteor-vs-mean/measure/results';
import { deliveryRound, fixture, mean, writeFixture } from '@meteor-vs-mean/measure/results/fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopback } from '../src/context/network.ts';
import { newestOf, newestRecorded } from '../src/past.ts';

const slow: Network = { by: 'toxiproxy', latency_ms: 40, jitter_ms: 0, loss: 0, measured: null };
const machine = { cpu: 'A', cores: 2, cpuSets: null } as Machine;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'newest-test-'));
  const runs: [name: string, changes: Partial<CompareManifest>, rounds?: number][] = [
    ['own/old', { started: '2026-01-01' }],
    ['own/new', { started: '2026-01-02' }],
    ['own/failed', { started: '2026-01-03', ended: { failed: 'MongoDB went away' } }],
    ['own/too-few', { started: '2026-01-04' }, 0],
    ['own/quick', { started: '2026-01-05', experiment: 'quick' }],
    ['own/elsewhere', { started: '2026-01-06', machine: { ...machine, cpu: 'B' } }],
    ['own/format', { started: '2026-01-07', format: 1 as never }],
    ['own/slow', { started: '2026-01-08', network: slow }],
    ['own/toy', { started: '2026-01-09', size: 'toy' }],
    ['own/edited', { started: '2026-01-10' }],
    ['reference/other', { started: '2026-01-01', machine: { ...machine, cpu: 'B' } }],
  ];
  for (const [name, changes, rounds = 1] of runs) {
    const made = fixture({
      experiment: 'control',
      contestants: [mean],
      deliveries: rounds === 0 ? [] : [deliveryRound(mean, 1, 1)],
      plan: { needed: [{ contestant: mean.key, load: 'fan-out', rounds: 1 }] },
      manifest: { machine, network: loopback, ...changes },
    });
    await writeFixture(path.join(folder, name), made);
  }
  await writeFile(path.join(folder, 'own/edited/rounds.jsonl'), '');
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
  expect(await newestOf('capacity', machine, places())).toBeNull();
});

test('of a stack that can not run, the newest committed run of the same load is named, and its load', async () => {
  const place = path.join(folder, 'recorded');
  const rate = 20;
  const run = (
    name: string,
    started: string,
    subscribers: number,
    options = { clients: subscribers, rate },
  ) =>
    writeFixture(
      path.join(place, name),
      fixture({
        contestants: [mean],
        deliveries: [deliveryRound(mean, 1, 1, { subscribers })],
        manifest: { started, network: loopback, options },
      }),
    );
  await run('same', '2026-01-01', 200);
  await run('newer', '2026-01-02', 1000);
  const newest = (clients: number) => newestRecorded('mean', { clients, rate }, { folder: place });
  expect(await newest(200)).toMatchObject({
    folder: expect.stringMatching(/same$/),
    load: { clients: 200, rate },
  });
  expect(await newest(500)).toMatchObject({
    folder: expect.stringMatching(/newer$/),
    load: { clients: 1000, rate },
  });
  expect(await newestRecorded('meteor', { clients: 200, rate }, { folder: place })).toBeNull();

  // A manifest that lacks all that it is asked for is passed over, and that is said.
  await mkdir(path.join(place, 'damaged'));
  await writeFile(path.join(place, 'damaged/manifest.json'), '{"format":4,"kind":"compare"}');
  const lines: string[] = [];
  const options = { folder: place, say: (line: string) => void lines.push(line) };
  expect(await newestRecorded('mean', { clients: 200, rate }, options)).toMatchObject({
    folder: expect.stringMatching(/same$/),
  });
  expect(lines).toEqual([expect.stringMatching(/^Passed over: .*damaged/)]);

  // Asked for as many subscribers, but its rounds had others, as a search's have.
  await run('search', '2026-01-03', 50, { clients: 200, rate });
  expect(await newest(200)).toMatchObject({ folder: expect.stringMatching(/same$/) });
});
