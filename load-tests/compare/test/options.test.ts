import { OptionError } from '@meteor-vs-mean/bench';
import { expect, test } from 'vitest';
import { parseOptions } from '../src/options.ts';

const known = { stacks: ['meteor', 'mean'] };
const parse = (...args: string[]) => parseOptions(args, known);

test('without options both stacks are compared', () => {
  expect(parse()).toMatchObject({ do: 'run', options: { stacks: ['meteor', 'mean'], install: undefined } });
});

test.for([
  [['--stacks', 'rails'], '--stacks: there is no "rails"; known are meteor, mean'],
  [['--stacks', ','], '--stacks: nothing is named; known are meteor, mean'],
  [['--rate', '0'], '--rate 0: must be a whole number from 1 to 10000'],
  [['--rate', 'fast'], '--rate fast: must be a whole number from 1 to 10000'],
  [['--clients', '1.5'], '--clients 1.5: must be a whole number'],
  [['--steps', '100'], '--steps needs two different numbers at least'],
  [['--install', '--no-install'], '--install and --no-install exclude each other'],
  [['--full', '--ladder'], '--full and --ladder exclude each other: one experiment a run'],
  [['--limit', '5m'], '--limit goes with --full or --knee. A run without experiment makes no use of that'],
  [['--self', '--latency', '40ms'], '--self makes no use of that: leave it out'],
  [['--self', '--stacks', 'mean'], '--stacks goes with a run without experiment, --full, '],
  [['--self', '--clients', '200'], '--clients goes with a run without experiment, '],
  [['--self', '--rate', '20'], '--rate goes with'],
  [['--self', '--generators', '2'], '--generators goes with'],
  [['--self', '--no-install'], '--no-install goes with'],
  [
    ['--knee', '--clients', '100', '--rate', '9', '--most', '800'],
    '--clients, --rate go with a run without experiment, --full, --control or --ladder. --knee makes no use',
  ],
  [['--knee', '--duration', '8'], '--duration goes with'],
  [['--knee', '--rounds', '8'], '--rounds goes with'],
  [['--knee', '--scenarios', 'fan-out'], '--scenarios goes with'],
  [['--full', '--most', '800'], '--most goes with --knee. --full makes no use'],
  [['--ladder', '--limit', '5m'], '--limit goes with --full or --knee. --ladder makes no use'],
  [['--full', '--limit', '0m'], '--limit 0m: must be a time such as 90s, 30m or 2h'],
  [['--full', '--limit', '30'], '--limit 30: must be a time'],
  [['--fast'], "Unknown option '--fast'"],
] as const)('%j is refused in one line', ([args, message]) => {
  expect(() => parse(...args)).toThrow(OptionError);
  expect(() => parse(...args)).toThrow(message);
  try {
    parse(...args);
  } catch (error) {
    expect((error as Error).message).not.toContain('\n');
  }
});

test.for([
  [[], 'quick', { pairs: 4, duration_s: 4, starts: 1 }],
  [['--full'], 'full', { pairs: 48, limit_s: 1800, starts: 3, steps: [20, 100, 200, 300, 400] }],
  [['--full', '--limit', '90s', '--rounds', '8'], 'full', { pairs: 8, limit_s: 90 }],
  [['--control'], 'control', { pairs: 6 }],
  [['--ladder', '--duration', '2'], 'ladder', { duration_s: 2, pairs: 2 }],
  [['--knee', '--most', '800', '--limit', '5m', '--latency', '40ms'], 'knee', { most: 800, limit_s: 300 }],
  [['--self', '--transport', 'ddp', '--seed', '2', '--json'], 'self', { transports: ['ddp'], seed: 2 }],
] as const)('%j is the experiment %s', ([args, experiment, options]) => {
  expect(parse(...args)).toMatchObject({ do: 'run', options: { experiment, ...options } });
});

test('an option given twice as a list is one stack', () => {
  expect(parse('--stacks', 'mean,mean')).toMatchObject({ options: { stacks: ['mean'] } });
});

test('a value that is the default is refused, too, where it has no effect', () => {
  expect(() => parse('--knee', '--clients', '200')).toThrow(OptionError);
  expect(parse('--self', '--help')).toEqual({ do: 'help' });
});
