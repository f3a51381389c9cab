import { expect, test } from 'vitest';
import { type FileResult, failures, merged, retriedFiles, sumOf, tallyOf } from '../results.ts';

const file = (name: string, ...statuses: string[]): FileResult => ({
  name: `/project/${name}`,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({
    fullName: `test ${index}`,
    status,
    failureMessages: status === 'failed' ? ['Error: no answer\n    at line 1'] : [],
  })),
});

test('a file that fails first and passes alone counts as passed, one that fails twice as failed', () => {
  const first = [file('a', 'passed', 'skipped'), file('b', 'failed', 'passed'), file('c', 'failed')];
  expect(retriedFiles(first)).toEqual(['/project/b', '/project/c']);
  const both = merged(first, [file('b', 'passed', 'passed'), file('c', 'failed')]);
  expect(tallyOf(both)).toEqual({ passed: 3, failed: 1, skipped: 1 });
});

test('each failure is named with its reason', () => {
  expect(failures([file('b', 'passed', 'failed')], '/project')).toEqual(['b > test 1: Error: no answer']);
});

test('a file that could not be loaded is one failure, and is tried again', () => {
  const broken: FileResult = { name: '/project/d', status: 'failed', assertionResults: [] };
  expect(tallyOf([broken])).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(retriedFiles([broken])).toEqual(['/project/d']);
  expect(failures([broken], '/project')).toEqual(['d: could not be loaded']);
});

test('when many files fail, none is tried again', () => {
  expect(retriedFiles(Array.from('abcdefghi', (name) => file(name, 'failed')))).toEqual([]);
});

test('tallies add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(sumOf([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  expect(sumOf([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
