import { expect, test } from 'vitest';
import { afterArrival } from '../imports/rooms/unread';

test('the divider stays before the first unread message, the count grows', () => {
  const one = afterArrival(undefined, ['a'], false);
  expect(one).toEqual({ first: 'a', count: 1 });
  expect(afterArrival(one, ['b', 'c'], false)).toEqual({ first: 'a', count: 3 });
  expect(afterArrival(one, [], false)).toEqual(one);
});

test('a visible message is read, whenever it arrived', () => {
  expect(afterArrival(undefined, ['a'], true)).toBeUndefined();
  expect(afterArrival({ first: 'a', count: 2 }, [], true)).toBeUndefined();
});
