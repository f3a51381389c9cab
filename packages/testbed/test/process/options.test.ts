import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  asTyped,
  duration_s,
  either,
  flag,
  helpOf,
  list,
  nameFrom,
  namesFrom,
  nonEmpty,
  OptionError,
  portNumber,
  readOptions,
  repeated,
  unless,
  value,
  wholeFrom,
} from '../../src/process/index.ts';

const command = {
  name: 'measure',
  about: 'Measures.',
  words: '<target>',
  options: {
    json: flag('prints JSON'),
    open: unless('leaves the browser closed'),
    install: either('installs', 'never installs'),
    port: value('<number>', 'of the page', portNumber, 3000),
    clients: value('<number>', 'who subscribe', wholeFrom(1, 20_000)),
    limit: value('<time>', 'when it ends', duration_s, '30m'),
    stacks: value('<names>', 'what is compared', namesFrom(['meteor', 'mean']), 'meteor,mean'),
    modes: value('<names>', 'in which modes', list, ''),
    only: repeated('<part>', 'one part; may be given more than once', nameFrom(['server', 'client'])),
    out: value(
      '<folder>',
      'where the results go, which is a new folder that no other run has written into yet: a name, or a path',
      nonEmpty,
    ),
    secret: value('<text>', undefined, nonEmpty),
  },
  headings: { port: 'Where:' },
  notes: 'Exit status: 0.',
};
const read = (...args: string[]) => readOptions(command, args);

test('what is not given has its default, and is told from what is', () => {
  const given = read('--port', '3000', 'mean');
  expect(given?.values).toEqual({
    json: false,
    open: true,
    install: undefined,
    port: 3000,
    clients: undefined,
    limit: 1800,
    stacks: ['meteor', 'mean'],
    modes: [],
    only: [],
    out: undefined,
    secret: undefined,
  });
  expect(given?.typed).toEqual(new Set(['port']));
  expect(given?.words).toEqual(['mean']);
});

test.for([
  [['--json'], { json: true }],
  [['--no-open'], { open: false }],
  [['--install'], { install: true }],
  [['--no-install'], { install: false }],
  [['--port=1', '--port', '2'], { port: 2 }],
  [['--limit', '2h'], { limit: 7200 }],
  [['--stacks', 'mean, mean'], { stacks: ['mean'] }],
  [['--only', 'server', '--only=client'], { only: ['server', 'client'] }],
  [['--secret', '-5'], { secret: '-5' }],
  [['--secret=--json'], { secret: '--json', json: false }],
] as const)('%j is understood', ([args, values]) => {
  expect(read(...args)?.values).toMatchObject(values);
});

test('words may stand anywhere, and after -- all are words', () => {
  expect(read('a', '--json', 'b', '--', '--open')?.words).toEqual(['a', 'b', '--open']);
});

const hint = 'npm run measure -- --help lists the options';
test.for([
  [['--fast'], `Unknown option '--fast'. ${hint}`],
  [['-x'], `Unknown option '-x'. ${hint}`],
  [['--constructor'], `Unknown option '--constructor'. ${hint}`],
  [['--no-json'], `Unknown option '--no-json'. ${hint}`],
  [['--open'], `Unknown option '--open'. ${hint}`],
  [['--json=yes'], `--json takes no value. ${hint}`],
  [['--out'], `--out needs a value: --out <folder>. ${hint}`],
  [['--out', '--json'], `--out needs a value: --out <folder>. ${hint}`],
  [['--clients', '-5'], '--clients -5: must be a whole number from 1 to 20000'],
  [['--clients', '1e2'], '--clients 1e2: must be a whole number from 1 to 20000'],
  [['--clients', ''], "--clients '': must be a whole number from 1 to 20000"],
  [['--port', '0'], '--port 0: must be a whole number from 1 to 65535'],
  [['--limit', '30'], '--limit 30: must be a time such as 90s, 30m or 2h'],
  [['--stacks', 'mean,rails'], '--stacks mean,rails: there is no "rails"; known are meteor, mean'],
  [['--stacks', ','], '--stacks ,: nothing is named; known are meteor, mean'],
  [['--only', 'server', '--only', 'x'], '--only server x: there is no "x"; known are server, client'],
  [['--out='], "--out '': must not be empty"],
  [['--install', '--no-install'], '--install and --no-install exclude each other: give one of them'],
] as const)('%j is refused in one line', ([args, message]) => {
  expect(() => read(...args)).toThrow(new OptionError(message));
});

test('a command without words refuses them', () => {
  const { words: _, ...without } = command;
  expect(() => readOptions(without, ['mean'])).toThrow(
    new OptionError(`'mean' is no option, and only options are taken. ${hint}`),
  );
});

test('help wins over what else is typed', () => {
  expect(read('--json', '-h')).toBeUndefined();
  expect(read('--help', '--clients', '-5')).toBeUndefined();
});

test('help lists each option with its default, once', () => {
  expect(helpOf(command)).toBe(`npm run measure -- <target> [options]

Measures.

  --json              prints JSON
  --no-open           leaves the browser closed
  --install           installs
  --no-install        never installs

Where:
  --port <number>     of the page; default: 3000
  --clients <number>  who subscribe
  --limit <time>      when it ends; default: 30m
  --stacks <names>    what is compared; default: meteor,mean
  --modes <names>     in which modes
  --only <part>       one part; may be given more than once
  --out <folder>      where the results go, which is a new folder that no other run has written into yet: a name, or a
                      path
  --help

Exit status: 0.`);
});

test('a command prints its help, or its error in one line, and ends with what it returns', () => {
  const run = (...args: string[]) => {
    const program = `
      import { flag, runCommand } from '../../src/process/index.ts';
      await runCommand({ name: 'measure', about: 'Measures.', options: { fail: flag('fails') } }, async ({ values }) => {
        setInterval(() => {}, 1000);
        if (values.fail) throw new Error('It failed');
        return 2;
      });`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', program, '--', 'measure', ...args],
      { cwd: import.meta.dirname, encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };
  expect(run()).toEqual({ status: 2, stdout: '', stderr: '' });
  expect(run('--fail')).toEqual({ status: 1, stdout: '', stderr: 'measure: It failed\n' });
  expect(run('--fast')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `measure: Unknown option '--fast'. ${hint}\n`,
  });
  expect(run('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('--fail  fails'),
    stderr: '',
  });
});

test.each([
  ['npm run compare', [], 'npm run compare'],
  ['npm run compare', ['--out', 'a b'], "npm run compare -- --out 'a b'"],
  ['npm run experiment -- browser', ['--full'], 'npm run experiment -- browser --full'],
])('%s with %j can be typed again', (command, args, typed) => {
  expect(asTyped(command, args)).toBe(typed);
});
