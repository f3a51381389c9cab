import { expect, test } from 'vitest';
import { filtered, filterOf, filters, hrefOf } from '../imports/ui/list/filter';

test('the hash names the filter, and any other hash shows all', () => {
  for (const filter of filters) expect(filterOf(hrefOf(filter))).toBe(filter);
  for (const hash of ['', '#', '#main', '#/Active']) expect(filterOf(hash)).toBe('all');
});

test('a filter keeps the order', () => {
  const todos = [true, false, true].map((done, n) => ({ n, done }));
  expect(filtered(todos, 'completed').map(({ n }) => n)).toEqual([0, 2]);
  expect(filtered(todos, 'active').map(({ n }) => n)).toEqual([1]);
  expect(filtered(todos, 'all')).toBe(todos);
});
