import { expect, test } from 'vitest';
import { OptionError, parseOptions } from '../src/options.ts';

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

test('an option given twice as a list is one stack', () => {
  expect(parse('--stacks', 'mean,mean')).toMatchObject({ options: { stacks: ['mean'] } });
});
