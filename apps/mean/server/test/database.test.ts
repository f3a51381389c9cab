import { expect, test } from 'vitest';
import { openDatabase } from '../src/database.ts';

test.each([
  ['mongodb://127.0.0.1/mean?replicaSet=rs0', 'majority'],
  ['mongodb://127.0.0.1/mean?replicaSet=rs0&w=1', 1],
  ['mongodb://127.0.0.1/mean?w=2&replicaSet=rs0', 2],
])('writes to %s wait for w: %s', (url, w) => {
  const { collections } = openDatabase(url);
  expect(collections.todos.writeConcern?.w).toBe(w);
});
