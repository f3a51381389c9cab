import { expect, test } from 'vitest';
import { differingDocuments } from '../src/rounds/views.ts';

const expected = {
  a: { _id: 'a', text: 'one', done: false, createdAt: new Date(5) },
  b: { _id: 'b', text: 'two', done: true, createdAt: new Date(6) },
};
const seen = {
  a: { _id: 'a', text: 'one', done: false, createdAt: { $date: 5 } },
  b: { _id: 'b', text: 'two', done: true, createdAt: { $date: 6 } },
};

test('a view that holds what the database holds has nothing that differs', () => {
  expect(differingDocuments(expected, seen)).toEqual([]);
});

test('a stale field, a missing document and one too many are all named', () => {
  const wrong = { a: { ...seen.a, text: 'old' }, c: seen.b };
  expect(differingDocuments(expected, wrong)).toEqual(['a', 'b', 'c']);
});

test('a field too many differs', () => {
  expect(differingDocuments(expected, { ...seen, a: { ...seen.a, extra: 1 } })).toEqual(['a']);
});
