import { OptionError } from '@meteor-vs-mean/testbed/process';
import { expect, test } from 'vitest';
import { parsed as parse } from './parsed.ts';

test('without options both stacks are compared', () => {
  expect(parse()).toMatchObject({ stacks: ['meteor', 'mean'], install: undefined, size: 'quick' });
});

test.for([
  [['--stacks', 'rails'], '--stacks rails: there is no "rails"; known are meteor, mean'],
  [['--stacks', ','], '--stacks ,: nothing is named; known are meteor, mean'],
  [['--rate', '0'], '--rate 0: must be a whole number from 1 to 10000'],
  [['--rate', 'fast'], '--rate fast: must be a whole number from 1 to 10000'],
  [['--clients', '1.5'], '--clients 1.5: must be a whole number'],
  [['--steps', '100'], '--steps 100: needs two different numbers at least'],
  [['--install', '--no-install'], '--install and --no-install exclude each other'],
  [['--full', '--ladder'], '--full and --ladder exclude each other: one experiment a run'],
  [
    ['--limit', '5m'],
    '--limit goes with --full, --capacity or --curve. A run without experiment makes no use of that',
  ],
  [['--server-transport', 'ws'], '--server-transport ws: there is no "ws"; known are sockjs, uws'],
  [
    ['--server-transport', 'uws', '--stacks', 'mean,smallest'],
    '--server-transport: mean, smallest has nothing',
  ],
  [
    ['--capacity', '--clients', '100', '--rate', '9', '--most', '800'],
    '--clients goes with a run without experiment, --full, --control, --ladder, --instances or --accounts; --rate goes with a run without experiment, --full, --control, --ladder, --instances or --curve. --capacity makes no use',
  ],
  [['--capacity', '--duration', '8'], '--duration goes with'],
  [['--capacity', '--rounds', '8'], '--rounds goes with'],
  [['--capacity', '--scenarios', 'fan-out,idle-clients'], '--scenarios idle-clients: not with --capacity'],
  [['--scenarios', 'journey'], '--scenarios journey: not with a run without experiment'],
  [['--full', '--most', '800'], '--most goes with --capacity. --full makes no use'],
  [['--ladder', '--limit', '5m'], '--limit goes with --full, --capacity or --curve. --ladder makes no use'],
  [['--curve', '--clients', '100'], '--clients goes with'],
  [['--curve', '--audience', 'one'], '--audience goes with'],
  [['--accounts', '--rate', '20'], '--rate goes with a run without experiment, '],
  [['--accounts', '--transport', 'ddp'], '--transport goes with a run without experiment, '],
  [['--accounts', '--audience', 'one'], '--accounts makes no use of that: leave it out'],
  [['--levels', '1,10'], '--levels goes with --curve. A run without experiment makes no use of that'],
  [['--curve', '--levels', '0,10'], '--levels 0,10: must be a whole number from 1 to 20000'],
  [['--instances', '1'], '--instances 1: needs a number above 1 among them, as in 1,2,4'],
  [['--instances', '2,17'], '--instances 2,17: must be a whole number from 1 to 16'],
  [['--instances', '2', '--full'], '--full and --instances exclude each other'],
  [['--instances', '2', '--steps', '2,4'], '--steps goes with'],
  [['--instances', '2', '--scenarios', 'fan-out'], '--scenarios goes with'],
  [['--full', '--limit', '0m'], '--limit 0m: must be a time such as 90s, 30m or 2h'],
  [['--full', '--limit', '30'], '--limit 30: must be a time'],
  [['--fast'], "Unknown option '--fast'. npm run compare -- --help lists the options"],
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
  [[], 'quick', { pairs: 2, duration_s: 4, starts: 1 }],
  [['--full'], 'full', { pairs: 48, limit_s: 1800, starts: 2, steps: [20, 200, 400, 600, 800, 1000] }],
  [['--full', '--limit', '90s', '--rounds', '8'], 'full', { pairs: 8, limit_s: 90 }],
  [['--control'], 'control', { pairs: 6 }],
  [['--ladder', '--duration', '2'], 'ladder', { duration_s: 2, pairs: 2 }],
  [
    ['--capacity', '--most', '800', '--limit', '5m', '--latency', '40ms'],
    'capacity',
    { audiences: ['one', 'own'], most: 800, limit_s: 300 },
  ],
  [
    ['--curve', '--limit', '5m', '--rate', '40'],
    'curve',
    { levels: [1, 10, 100, 500, 1000, 2000], audiences: ['own'], pairs: 2, rate: 40, limit_s: 300 },
  ],
  [['--curve', '--levels', '100,1,100'], 'curve', { levels: [1, 100] }],
  [['--accounts'], 'accounts', { size: 'full', clients: 500, pairs: 6, steps: [20, 200, 400, 600] }],
  [['--accounts', '--clients', '50', '--rounds', '2'], 'accounts', { clients: 50, pairs: 2 }],
  [
    ['--instances', '4,1,2,4', '--rounds', '2'],
    'instances',
    { instances: [1, 2, 4], scenarios: ['fan-out'], audiences: ['one'], pairs: 2, duration_s: 8 },
  ],
] as const)('%j is the experiment %s', ([args, experiment, options]) => {
  expect(parse(...args)).toMatchObject({ experiment, ...options });
});

test('an option given twice as a list is one stack', () => {
  expect(parse('--stacks', 'mean,mean')).toMatchObject({ stacks: ['mean'] });
});

test('a value that is the default is refused, too, where it has no effect', () => {
  expect(() => parse('--capacity', '--clients', '200')).toThrow(OptionError);
});
