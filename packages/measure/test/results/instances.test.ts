import { expect, test } from 'vitest';
import { readCompare } from '../../src/results/index.ts';
import { writeFixture } from './fixture.ts';
import { instancesFixture } from './instances-fixture.ts';
import { places } from './places.ts';

const place = places();
const read = async () => readCompare(await writeFixture(place(), instancesFixture()));

test('an idle instance has figures, and the others have none', async () => {
  const { summary } = await read();
  const of = (key: string) => summary.results.find((one) => one.key === key);
  expect(of('meteor 2 instances')?.figures).toMatchObject({
    idleInstanceCpu_ms_per_write: { value: 0.6 },
    idleInstanceHeap_bytes: { value: 50e6 },
    idleInstanceRss_bytes: { value: 120e6 },
  });
  expect(of('meteor')?.figures.idleInstanceCpu_ms_per_write?.value).toBeNull();
  const ratio = summary.comparisons.find(({ a }) => a === 'meteor 2 instances');
  expect(ratio?.figures.idleInstanceCpu_ms_per_write?.mean).toBeCloseTo(3);
});

test('what the clients of a killed instance missed has figures of its own', async () => {
  const { summary } = await read();
  const killed = summary.results.flatMap((one) => (one.killed ? [[one.key, one.killed]] : []));
  expect(killed).toEqual([
    ['meteor 2 instances one killed', { clients: 25, expected: 2500, delivered: 2490, lost: 10 }],
    ['mean 2 instances one killed', { clients: 25, expected: 2500, delivered: 2500, lost: 0 }],
  ]);
});
