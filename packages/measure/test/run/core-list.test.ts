import { expect, test } from 'vitest';
import { coreList, parseCoreList } from '../../src/run/core-list.ts';

test('lists of cores are read and written as the kernel has them', () => {
  expect(parseCoreList('0-3,6,9-10\n')).toEqual([0, 1, 2, 3, 6, 9, 10]);
  expect(coreList([10, 0, 6, 1, 9])).toBe('0-1,6,9-10');
});
