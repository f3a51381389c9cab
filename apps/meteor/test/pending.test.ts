import { expect, test } from 'vitest';
import { addPending, pending, removePending } from '../imports/app/pending';

test('a document is pending until the last call that writes it is answered', () => {
  addPending(['a', 'b']);
  addPending(['a']);
  removePending(['a', 'b']);
  expect([...pending.get().keys()]).toEqual(['a']);
  removePending(['a']);
  expect(pending.get().size).toBe(0);
});

test('a subscriber gets each change, with a new value', () => {
  const seen: unknown[] = [];
  const stop = pending.subscribe(() => seen.push(pending.get()));
  addPending(['a']);
  removePending(['a']);
  stop();
  addPending(['b']);
  expect(new Set(seen).size).toBe(2);
  removePending(['b']);
});
