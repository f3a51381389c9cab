import { expect, test } from 'vitest';
import { filtered, filterOf, filters, hrefOf } from '../imports/todos/filter';

test('the hash selects the filter, and any other hash shows all', () => {
  for (const filter of filters) expect(filterOf(hrefOf(filter))).toBe(filter);
  for (const hash of ['', '#', '#main', '#/Active']) expect(filterOf(hash)).toBe('all');
});

test('a filter keeps the order', () => {
  const todos = [true, false, true].map((done, n) => ({ _id: `${n}`, done }));
  const ids = (...given: Parameters<typeof filtered>) => filtered(...given).map(({ _id }) => _id);
  expect(ids(todos, 'completed', undefined)).toEqual(['0', '2']);
  expect(ids(todos, 'active', undefined)).toEqual(['1']);
  expect(filtered(todos, 'all', undefined)).toBe(todos);
});

test('a todo being edited stays visible, whatever the filter', () => {
  const todos = [true, false, true].map((done, n) => ({ _id: `${n}`, done }));
  expect(filtered(todos, 'active', '2').map(({ _id }) => _id)).toEqual(['1', '2']);
});
