import { expect, test } from 'vitest';
import { isDoneAlready, sentenceOf } from '../imports/app/refusal';

test('a repeated insert that succeeded the first time is done', () => {
  for (const method of ['todos.insert', 'lists.insert', 'rooms.insert', 'messages.send']) {
    expect(isDoneAlready(method, { error: 'duplicate-id' })).toBe(true);
    expect(isDoneAlready(method, { error: 'limit-reached' })).toBe(false);
  }
});

test('so is the removal of a missing document, but no other write to it', () => {
  expect(isDoneAlready('lists.unshare', { error: 'not-found' })).toBe(true);
  expect(isDoneAlready('todos.remove', { error: 'not-found' })).toBe(true);
  expect(isDoneAlready('todos.setText', { error: 'not-found' })).toBe(false);
  expect(isDoneAlready('todos.insert', { error: 'not-found' })).toBe(false);
});

test("a notice shows the server's message, without its code", () => {
  const refusal = {
    error: 'limit-reached',
    reason: 'There may be 3',
    message: 'There may be 3 [limit-reached]',
  };
  expect(sentenceOf(refusal)).toBe('There may be 3');
  expect(sentenceOf({})).not.toBe('');
});
