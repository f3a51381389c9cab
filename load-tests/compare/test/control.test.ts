import { expect, test } from 'vitest';
import { mean, meteor } from '../../../packages/measure/test/results/measured.ts';
import { control } from '../src/experiments/control.ts';
import { parsed as options } from './parsed.ts';
import { both, choices, found, ids, play, setting } from './played.ts';

test('each stack beside itself, without the preload, without compression, on the other Node', () => {
  const otherNode = (stack: string) =>
    stack === 'mean' ? { of: 'meteor', version: '22.22.0', runs: true as const } : null;
  const stacks = [choices.meteor, choices.mean];
  const plan = control(options('--control', '--rounds', '2', '--scenarios', 'fan-out'), both, stacks, {
    ...setting,
    otherNode,
  });
  const keys = plan.contestants.map(({ key }) => key);
  expect(keys).toEqual([
    ...['meteor', 'meteor (again)', 'meteor no preload', 'meteor uncompressed'],
    ...['mean', 'mean (again)', 'mean no preload', 'mean uncompressed', 'mean node of meteor'],
    ...['meteor ddp uncompressed', 'meteor NO_MERGE', 'mean uncompressed node of meteor'],
  ]);
  expect(ids(play(plan, (one, number) => found(one, number, 10)))).toEqual([...keys, ...keys.toReversed()]);
  expect(plan.comparisons.map(({ title, a, b }) => `${title}: ${a} / ${b}`)).toEqual([
    'A/A: meteor against itself: meteor / meteor (again)',
    'meteor without the preload, compared with its default: meteor no preload / meteor',
    'meteor compression off, compared with its default: meteor uncompressed / meteor',
    'A/A: mean against itself: mean / mean (again)',
    'mean without the preload, compared with its default: mean no preload / mean',
    'mean compression off, compared with its default: mean uncompressed / mean',
    'mean on the Node of meteor (22.22.0), compared with its default: mean node of meteor / mean',
    'meteor over mean, by default: meteor / mean',
    'meteor over mean, both without the preload: meteor no preload / mean no preload',
    'meteor over mean, compression off on both: meteor uncompressed / mean uncompressed',
    'meteor over mean, on one Node: meteor / mean node of meteor',
    'meteor over mean, like with like: meteor ddp uncompressed / mean uncompressed node of meteor',
    'meteor NO_MERGE over mean: meteor NO_MERGE / mean',
  ]);
});

test('of two modes of a stack each is compared under its own name', () => {
  const changestream = { ...meteor, key: 'meteor changestream', mode: 'changestream' };
  const bases = [meteor, changestream, mean];
  const plan = control(options('--control'), bases, [choices.meteor, choices.mean], setting);
  const between = plan.comparisons.filter(({ title }) => /both|by default|one Node/.test(title ?? ''));
  expect(between.map(({ a, b }) => `${a} / ${b}`)).toEqual(
    ['meteor / meteor changestream', 'meteor / mean', 'meteor changestream / mean'].flatMap((pair) => [
      pair,
      pair.replace(/( \/ |$)/g, ' no preload$1'),
      pair.replace(/( \/ |$)/g, ' uncompressed$1'),
    ]),
  );
});

test('what two comparisons need is run once', () => {
  const bases = [mean, { ...mean, key: 'smallest', stack: 'smallest' }];
  const stacks = [choices.mean, { ...choices.mean, name: 'smallest' }];
  const plan = control(options('--control', '--scenarios', 'fan-out'), bases, stacks, setting);
  const keys = plan.contestants.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
  expect(plan.comparisons.at(-1)).toMatchObject({ a: 'mean uncompressed', b: 'smallest uncompressed' });
});

test('a Node that cannot run it is named with the reason', () => {
  const reason = 'Node 20 does not strip types';
  const plan = control(options('--control'), [mean], [choices.mean], {
    ...setting,
    otherNode: () => ({ of: 'meteor', version: '20.20.0', runs: false, reason }),
  });
  expect(plan.notRun).toEqual([{ what: 'mean on the Node of meteor', reason }]);
  expect(plan.contestants.map(({ key }) => key)).not.toContain('mean node of meteor');
  // Memory is read from inside, and of a stack against itself.
  const weighed = plan.needed
    .filter(({ load }) => load === 'idle-clients')
    .map(({ contestant }) => contestant);
  expect(weighed).toEqual(['mean', 'mean (again)']);
});
