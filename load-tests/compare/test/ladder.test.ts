import { expect, test } from 'vitest';
import { ladder } from '../src/experiments/ladder.ts';
import { parsed as options } from './parsed.ts';
import { choices, found, play, setting } from './played.ts';

test('every mode and transport with both writers and once with w: 1, and the strategies', () => {
  const plan = ladder(options('--ladder', '--rounds', '1'), [choices.meteor, choices.mean], {
    ...setting,
    missingMode: (_, mode) => (mode === 'changestream' && _ === 'meteor' ? 'from 3.5 on' : null),
  });
  const rungs = (name: string) => [name, `${name} writer:database`, `${name} w:1`];
  expect(plan.contestants.map(({ key }) => key)).toEqual([
    ...rungs('meteor'),
    ...rungs('meteor ddp'),
    ...rungs('meteor polling'),
    ...rungs('meteor polling ddp'),
    'meteor NO_MERGE',
    ...rungs('mean'),
    ...rungs('mean emit'),
  ]);
  expect(plan.notRun).toEqual([{ what: 'meteor changestream', reason: 'from 3.5 on' }]);
  expect(plan.comparisons).toContainEqual({
    title: 'mean emit w:1, compared with mean',
    a: 'mean emit w:1',
    b: 'mean',
  });
  expect(plan.comparisons.some(({ a }) => a === 'meteor' || a === 'mean')).toBe(false);
  const weighed = play(plan, (one, number) => found(one, number, 10)).filter(({ kind }) => kind === 'memory');
  expect([...new Set(weighed.map(({ contestant }) => contestant.key))]).toEqual([
    'meteor',
    'meteor NO_MERGE',
    'mean',
  ]);
});

test('it is longer than Meteor takes to poll until what has not come is lost', () => {
  const plan = ladder(options('--ladder', '--modes', 'polling'), [choices.meteor], setting);
  expect(plan.contestants.map(({ key }) => key)).toEqual([
    'meteor',
    ...['meteor polling', 'meteor polling writer:database', 'meteor polling w:1'],
    ...['meteor polling ddp', 'meteor polling ddp writer:database', 'meteor polling ddp w:1'],
    'meteor NO_MERGE',
  ]);
  const drains = play(plan, (one, number) => found(one, number, 10)).flatMap((one) =>
    one.kind === 'deliveries' ? [one.load.drain_s] : [],
  );
  expect(Math.min(...drains)).toBeGreaterThan(10);
});
