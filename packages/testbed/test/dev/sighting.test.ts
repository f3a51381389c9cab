import { expect, describe as suite, test } from 'vitest';
import { describe, keyOf, sightingOf } from '../../src/dev/sighting.ts';

const createdAt = { $date: 1 };

suite('one change, from both transports', () => {
  test.each([
    [
      { event: 'added', collection: 'todos', args: [{ id: 'x', fields: { text: 'Milk', createdAt } }] },
      { event: 'added', args: ['todos.byList:l', { _id: 'x', createdAt, text: 'Milk' }] },
      'Todo added: Milk',
    ],
    [
      { event: 'changed', collection: 'todos', args: [{ id: 'x', fields: { done: false, text: 'Tea' } }] },
      { event: 'changed', args: ['todos.byList:l', 'x', { text: 'Tea', done: false }] },
      'Todo changed: Tea',
    ],
    [
      { event: 'removed', collection: 'lists', args: [{ id: '--x' }] },
      { event: 'removed', args: ['lists.all', '-x'] },
      'List removed',
    ],
  ])('%#', (ddp, socketio, text) => {
    const [one, other] = [sightingOf(ddp), sightingOf(socketio)];
    expect(one && keyOf(one)).toBeDefined();
    expect(one && keyOf(one)).toBe(other && keyOf(other));
    expect(one && describe(one)).toBe(text);
  });
});

test('presence, and messages that leave a window, are not told of', () => {
  expect(sightingOf({ event: 'added', args: ['presence.byRoom:r', { _id: 'x' }] })).toBeUndefined();
  expect(sightingOf({ event: 'removed', args: ['messages.byRoom:r:50', 'x'] })).toBeUndefined();
  expect(sightingOf({ event: 'nosub', args: [{ id: 'sub' }] })).toBeUndefined();
});
