import { expect, test } from 'vitest';
import { merged } from '../imports/ui/merged';

const at = (n: number) => new Date(n * 1000);
const order = { createdAt: 1, _id: 1 } as const;

test('a document that is there by now takes the place of the one that the page came with', () => {
  const early = [
    { _id: 'a', createdAt: at(1), text: 'then' },
    { _id: 'b', createdAt: at(2), text: 'then' },
  ];
  const live = [{ _id: 'a', createdAt: at(1), text: 'now' }];
  expect(merged(early, live, order).map(({ _id, text }) => `${_id} ${text}`)).toEqual(['a now', 'b then']);
});

test('what is new is in its order, and the id decides between equals', () => {
  const early = [
    { _id: 'b', createdAt: at(1) },
    { _id: 'd', createdAt: at(9) },
  ];
  const live = [
    { _id: 'c', createdAt: at(5) },
    { _id: 'a', createdAt: at(1) },
  ];
  expect(merged(early, live, order).map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd']);
  expect(merged(early, live, { createdAt: -1, _id: -1 }).map(({ _id }) => _id)).toEqual(['d', 'c', 'b', 'a']);
});
