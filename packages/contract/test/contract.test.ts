import { expect, test } from 'vitest';
import { ContractError, channelOf, fromWire, methods, parse, queryOf, toWire } from '../src/index.ts';

test('text is trimmed before its length is measured', () => {
  const { input } = methods['todos.insert'];
  const todo = { _id: 'a', listId: 'l', text: `  ${'x'.repeat(500)}  ` };
  expect(parse(input, todo, 'todos.insert').text).toHaveLength(500);
});

test.for([
  ['blank text', { _id: 'a', listId: 'l', text: '   ' }, 'text'],
  ['an id with a dot', { _id: 'a.b', listId: 'l', text: 'x' }, '_id: may hold letters'],
  ['an id that is an operator', { _id: { $ne: null }, listId: 'l', text: 'x' }, '_id'],
  ['a field that is not known', { _id: 'a', listId: 'l', text: 'x', done: true }, 'done'],
  ['nothing', undefined, 'todos.insert'],
] as const)('%s is refused, and the field is named', ([, input, named]) => {
  const attempt = () => parse(methods['todos.insert'].input, input, 'todos.insert');
  expect(attempt).toThrow(ContractError);
  expect(attempt).toThrow(named);
});

test('a name that is not a publication is 404, also one that every object has', () => {
  for (const name of ['todos.none', 'constructor', '__proto__']) {
    expect(() => queryOf(name, {})).toThrow(`Subscription '${name}' not found`);
  }
});

test('subscriptions to the same query share a channel, and others do not', () => {
  const channel = (limit: number) =>
    channelOf('messages.byRoom', queryOf('messages.byRoom', { limit, roomId: 'r' }));
  expect(channel(50)).toBe('messages.byRoom:r:50');
  expect(channel(10)).not.toBe(channel(50));
  expect(channelOf('lists.all', queryOf('lists.all', undefined))).toBe('lists.all');
});

test('documents survive the wire: dates as dates, text that looks like one as text', () => {
  const document = { _id: 'a', text: '{"$date": 5}', done: false, createdAt: new Date(1234), none: null };
  const wire = JSON.parse(JSON.stringify(toWire(document)));
  expect(wire.createdAt).toEqual({ $date: 1234 });
  expect(fromWire(wire)).toEqual(document);
  expect(fromWire(JSON.parse(JSON.stringify(toWire([document, [document]]))))).toEqual([
    document,
    [document],
  ]);
});

test('an object with more than a date in it is not a date', () => {
  expect(fromWire({ at: { $date: 5, zone: 'UTC' } })).toEqual({ at: { $date: 5, zone: 'UTC' } });
});
