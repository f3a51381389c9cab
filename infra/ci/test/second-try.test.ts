import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@meteor-vs-mean/process';
import { expect, test } from 'vitest';
import { type FileResult, failures, merged, secondTryOf, tallyOf } from '../second-try.ts';

const file = (name: string, ...statuses: string[]): FileResult => ({
  name: `/project/${name}`,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({
    ancestorTitles: [],
    title: `test ${index}`,
    fullName: `test ${index}`,
    status,
    failureMessages: status === 'failed' ? ['Error: no answer\n    at line 1'] : [],
  })),
});

test('what failed at first and passes alone counts as passed, what fails twice as failed', () => {
  const first = [file('a', 'passed', 'skipped'), file('b', 'failed', 'passed'), file('c', 'failed')];
  expect(secondTryOf(first, '/project')).toEqual({
    files: ['b', 'c'],
    names: '^(test 0|test 0)$',
  });
  const both = merged(first, [file('b', 'passed', 'skipped'), file('c', 'failed')]);
  expect(tallyOf(both)).toEqual({ passed: 3, failed: 1, skipped: 1 });
});

test('what failed is named with its reason', () => {
  expect(failures([file('b', 'passed', 'failed')], '/project')).toEqual(['b > test 1: Error: no answer']);
});

test('a file that could not be loaded is one failure, and is tried again', () => {
  const broken: FileResult = { name: '/project/d', status: 'failed', assertionResults: [] };
  expect(tallyOf([broken])).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(secondTryOf([broken, file('e', 'failed')], '/project')).toEqual({
    files: ['d', 'e'],
    names: undefined,
  });
  expect(tallyOf(merged([broken], [file('d', 'passed')]))).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(failures([broken], '/project')).toEqual(['d: could not be run as a whole']);
});

test('tests that were skipped because their hook failed are tried again, beside one that failed', () => {
  const first = [file('a', 'failed', 'skipped', 'passed')];
  expect(secondTryOf(first, '/project')?.names).toBe('^(test 0|test 1)$');
  expect(tallyOf(merged(first, [file('a', 'passed', 'passed', 'skipped')]))).toEqual({
    passed: 3,
    failed: 0,
    skipped: 0,
  });
  // The hook fails again: its test is skipped again, and the file has failed.
  const twice: FileResult = { ...file('a', 'passed', 'skipped', 'skipped'), status: 'failed' };
  expect(tallyOf(merged(first, [twice]))).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test('where many files fail, none is tried again', () => {
  expect(
    secondTryOf(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file(name, 'failed')),
      '/project',
    ),
  ).toBeUndefined();
  expect(secondTryOf([file('a', 'passed')], '/project')).toBeUndefined();
});

test('Vitest finds a test in a group by the name that it is given', async () => {
  const failed = {
    ancestorTitles: ['the process'],
    title: 'says that its port is taken',
    fullName: 'the process says that its port is taken',
    status: 'failed',
  };
  const file = path.join(root, 'apps/mean/server/test/main.test.ts');
  const again = secondTryOf([{ name: file, status: 'failed', assertionResults: [failed] }], root);
  const { stdout } = await promisify(execFile)(
    'npx',
    ['vitest', 'run', '--reporter=tap-flat', '--testNamePattern', `${again?.names}`, ...(again?.files ?? [])],
    { cwd: root },
  );
  expect(stdout.match(/^ok .*$/gm)?.filter((line) => !line.includes('# SKIP'))).toEqual([
    expect.stringContaining('says that its port is taken'),
  ]);
});
