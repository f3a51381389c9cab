import { stripVTControlCharacters } from 'node:util';
import { instancesFixture } from '@meteor-vs-mean/measure/results/instances-fixture';
import { expect, test } from 'vitest';
import { table } from '../src/index.ts';

const { summary } = instancesFixture();
const textWith = (cores: number) =>
  stripVTControlCharacters(table({ ...summary, machine: { ...summary.machine, cores } }));
const text = textWith(2);

/** The cells of the rows that begin so. */
function rows(beginning: string, of = text): string[][] {
  return of
    .split('\n')
    .filter((line) => line.startsWith(`│ ${beginning} `))
    .map((line) => line.split('│').map((cell) => cell.trim()));
}

test('each number of instances is a row, with what an idle one costs', () => {
  expect(rows('Meteor 2 instances')[0]?.slice(2, 5)).toEqual(['0.60 ms', '50.0 MB', '120 MB']);
  expect(rows('Meteor')[0]?.[2]).toBe('-');
  expect(text).toMatch(/With 2 instances, an idle one costs for each write: .*3\.00 times the CPU/);
});

test('who sees a write through another instance, and who does not', () => {
  expect(rows('MEAN 2 instances apart')[0]?.slice(2, 6)).toEqual(['changestream', '5,000', '5,000', '0']);
  expect(rows('MEAN emit 2 instances apart')[0]?.slice(2, 6)).toEqual([
    'emit',
    '5,000',
    '0',
    '5,000 (100 %)',
  ]);
  expect(text).toContain('MEAN emit 2 instances apart (emit) none');
});

test('the account of the clients whose instance was killed', () => {
  expect(rows('Meteor 2 instances one killed')[0]?.slice(2, 7)).toEqual([
    '25',
    '2,500',
    '2,490',
    '10 (0.40 %)',
    '0',
  ]);
  expect(text).toContain('missed 10 of 2,500; ');
  expect(text).toContain('missed nothing of 2,500 deliveries.');
});

test('latency is labelled, and has no ratio, where instances, MongoDB and the generator share cores', () => {
  expect(text).toContain('2 instances, MongoDB and the generator want 4 cores, and share 2.');
  expect(text).toContain('p50 (not to be quoted)');
  expect(rows('Meteor / MEAN')[0]).toHaveLength(rows('ratio')[0]?.length ?? 0);
  expect(rows('ratio')[0]).not.toContain('p50');
  const enough = textWith(4);
  expect(enough).not.toContain('not to be quoted');
  expect(rows('ratio', enough)[0]).toContain('p50');
});
